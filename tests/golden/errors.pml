#define BAD(x) (x + nothing)
#define WORSE BAD(1)
int	z;
active proctype A() {
	z = WORSE;
  z = = 3;
  y = 2
}

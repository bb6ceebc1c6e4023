/* Included by preprocessor.pml. */
#define FROM_HEADER 5
#define TWICE_SHOULD 2

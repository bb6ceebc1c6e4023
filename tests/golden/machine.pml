/* The machine of choice_late.aut, as a model. */
chan coin = [0] of { bool };
chan drink = [0] of { mtype };
mtype = { tea, coffee };

active proctype Machine() {
  coin?_;
  if
  :: drink!tea
  :: drink!coffee
  fi
}

active proctype Guest() {
  coin!true;
  atomic { drink?_; printf("thank you\n") }
}

/* A client that may give up, and a server that answers all the same. */
mtype = { ask, stop, reply };
chan to_server = [2] of { mtype };
chan to_client = [2] of { mtype };

active proctype client() {
  do
  :: to_server!ask;
     if
     :: to_client?reply
#ifdef IMPATIENT
     :: to_server!stop
#endif
     fi
  od
}

active proctype server() {
  do
  :: to_server?ask -> to_client!reply
  :: to_server?stop
  od
}

/* Loaded before the program (LD_PRELOAD): the time of day jumps by days at every look, forwards and backwards. The clock
   that only counts stays as it is. */
#define _GNU_SOURCE
#include <stddef.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t jump(void) {
  static unsigned looks;
  const long day = 86400;
  const long days = (long)(__atomic_fetch_add(&looks, 1, __ATOMIC_RELAXED) * 7919 % 41) - 20;
  return (days >= 0 ? days + 1 : days) * day;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const long code = syscall(SYS_clock_gettime, clock, now);
  if (code == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += jump();
  return (int)code;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  struct timespec precise;
  if (clock_gettime(CLOCK_REALTIME, &precise) != 0) return -1;
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

time_t time(time_t* result) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (result != NULL) *result = now.tv_sec;
  return now.tv_sec;
}

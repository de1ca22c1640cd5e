#include <mosquitto.h>
#include <mqtt_protocol.h>
// The loop thread is woken by an eventfd, which Glibc's module map leaves out.
#include <sys/eventfd.h>

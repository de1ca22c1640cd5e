#include <mosquitto.h>
#include <mqtt_protocol.h>
// The loop thread is woken by an eventfd, which Glibc's module map leaves out.
#include <sys/eventfd.h>

// Of OpenSSL, through which the library speaks TLS; its own headers would bring thousands of names along.
struct ssl_st;
void SSL_set_read_ahead(struct ssl_st *ssl, int yes);
int SSL_has_pending(const struct ssl_st *ssl);

#include <mosquitto.h>
#include <mqtt_protocol.h>
// The loop thread is woken by an eventfd, which Glibc's module map leaves out.
#include <sys/eventfd.h>

// Of OpenSSL, through which the library speaks TLS; its own headers would bring thousands of names along.
struct ssl_st;
void SSL_set_read_ahead(struct ssl_st *ssl, int yes);
int SSL_has_pending(const struct ssl_st *ssl);
long SSL_ctrl(struct ssl_st *ssl, int command, long argument, void *pointer);

// A macro there. The library has OpenSSL give its buffer back after every record; with many records that is most of
// what they cost in memory management.
static inline void ssl_keep_buffers(struct ssl_st *ssl) {
    const int clear_mode = 78;
    const long release_buffers = 0x10;
    SSL_ctrl(ssl, clear_mode, release_buffers, 0);
}

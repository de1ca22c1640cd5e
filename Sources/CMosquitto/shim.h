#include <mosquitto.h>
#include <mqtt_protocol.h>
// The loop thread is woken by an eventfd, which Glibc's module map leaves out.
#include <sys/eventfd.h>

// Functions of OpenSSL, which libmosquitto uses for TLS. OpenSSL's own headers would import thousands of names.
struct ssl_st;
void SSL_set_read_ahead(struct ssl_st *ssl, int yes);
int SSL_has_pending(const struct ssl_st *ssl);
long SSL_ctrl(struct ssl_st *ssl, int command, long argument, void *pointer);

// Stops OpenSSL from freeing its buffer after every record, which libmosquitto requests: with many records that is most
// of their cost in memory management. `SSL_clear_mode` is a macro, which Swift cannot call.
static inline void ssl_keep_buffers(struct ssl_st *ssl) {
    const int clear_mode = 78;
    const long release_buffers = 0x10;
    SSL_ctrl(ssl, clear_mode, release_buffers, 0);
}

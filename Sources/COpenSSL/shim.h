// The big numbers, elliptic curves and ciphers of libcrypto, and the function that clears memory. Nothing of TLS.
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/obj_mac.h>

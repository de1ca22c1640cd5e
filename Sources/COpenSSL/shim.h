// The big numbers of libcrypto, and the function that clears memory. Nothing of TLS.
#include <openssl/bn.h>
#include <openssl/crypto.h>

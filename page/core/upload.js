// Sends a request like `fetch`, and reports how much of its body has been sent: `fetch` does not say that.

/** A function like `fetch`. `onProgress(share)` is called with 0 to 1 while the body is sent. */
export const sendWithProgress = (onProgress) => (url, { method, headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const end = (finish, value) => { signal?.removeEventListener("abort", abort); finish(value); };
    if (signal?.aborted) {
      reject(new DOMException("cancelled", "AbortError"));
      return;
    }
    signal?.addEventListener("abort", abort);
    request.open(method, url);
    request.responseType = "arraybuffer";
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress?.(total ? loaded / total : 0));
    request.addEventListener("load", () => end(resolve, responseOf(request)));
    request.addEventListener("error", () => end(reject, new TypeError("the connection failed")));
    request.addEventListener("abort", () => end(reject, new DOMException("cancelled", "AbortError")));
    request.send(body);
  });

function responseOf(request) {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const separator = line.indexOf(":");
    if (separator > 0) headers.append(line.slice(0, separator), line.slice(separator + 1).trim());
  }
  // A response with one of these statuses has no body.
  const body = [204, 205, 304].includes(request.status) ? null : request.response;
  return new Response(body, { status: request.status, statusText: request.statusText, headers });
}

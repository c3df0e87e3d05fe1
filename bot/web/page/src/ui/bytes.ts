/** Bytes that came with a message as text. */
export const bytesOf = (data: string) => Uint8Array.from(atob(data), (one) => one.charCodeAt(0));

var o=t=>Uint8Array.from(atob(t),r=>r.charCodeAt(0));export{o as a};

// The search runs in a worker, which browsers refuse to a page that is opened from a file. There, a
// hidden frame runs the script of the worker.
if (location.protocol === "file:") {
  const load = (inside, url) =>
    new Promise((loaded, failed) => {
      const script = inside.document.createElement("script");
      Object.assign(script, { src: url, onload: loaded, onerror: failed });
      inside.document.head.append(script);
    });

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      this.inside = this.frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inside.importScripts = (...urls) =>
        urls.reduce((before, next) => before.then(() => load(this.inside, next)), Promise.resolve());
      this.loaded = load(this.inside, url);
    }

    postMessage(data) {
      this.loaded.then(() => this.inside.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}

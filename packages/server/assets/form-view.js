// Makes a frame as high as the form in it. The page of the form and the page that embeds it both load this script.
(() => {
  const { origin } = new URL(document.currentScript.src);
  const HEIGHT = "intray:height";
  const MEASURE = "intray:measure";
  // More than a form with all its fields, in pixels.
  const MAX_HEIGHT = 20000;

  const isForm = location.origin === origin && location.pathname.startsWith("/v/");
  if (isForm && parent !== window) insideFrame();
  else if (!isForm) aroundFrames();

  function insideFrame() {
    const main = document.querySelector("main");
    const report = () => {
      const { paddingTop, paddingBottom } = getComputedStyle(document.body);
      const padding = parseFloat(paddingTop) + parseFloat(paddingBottom);
      const height = Math.ceil(main.getBoundingClientRect().height + padding);
      // The message says nothing but a height, so any page may get it.
      parent.postMessage({ type: HEIGHT, height }, "*");
    };
    new ResizeObserver(report).observe(main);
    addEventListener("message", ({ data }) => {
      if (data?.type === MEASURE) report();
    });
    const source = document.querySelector("[name=_source_url]");
    if (source) source.value = document.referrer;
  }

  function aroundFrames() {
    const frames = () => [...document.querySelectorAll("iframe")];
    addEventListener("message", ({ data, origin: from, source }) => {
      if (from !== origin || data?.type !== HEIGHT || !(data.height > 0)) return;
      const frame = frames().find(({ contentWindow }) => contentWindow === source);
      if (frame) frame.style.height = Math.min(data.height, MAX_HEIGHT) + "px";
    });
    // A form that was loaded before this script has reported its height to nobody.
    for (const { contentWindow } of frames()) contentWindow.postMessage({ type: MEASURE }, "*");
  }
})();

// The camera in the browser, live or for single pictures.
//
// Live, it sends its newest frame, and waits for the reading before it sends the next one. Nothing ever queues up,
// so what is drawn is at most two readings old. For single pictures it opens the camera with more pixels, and sends
// one when the button is pressed.
//
// Python gives `data`: mode ("live" or "still"), language, texts, troubles, longest (pixels of a live frame), most (bytes
// of a picture), reply (what was read of one frame), taken (number of the last picture that arrived), aim (what to
// point it at).

const VIEWS = new WeakMap();
const QUALITY = 0.9;
const LOST_MS = 20000; // an answer that takes this long, or five usual ones, is taken for lost
const LOST_PICTURE_MS = 60000; // a picture has more pixels, and Wi-Fi may be slow
const FIGURES_MS = 500;
const WISHES = {
  live: { width: { ideal: 1920 }, height: { ideal: 1080 } },
  still: { width: { ideal: 3840 }, height: { ideal: 2160 } },
};
const WINDOW_MS = 4000;
const ASKING_MS = 1200;
const TROUBLES = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "none",
  DevicesNotFoundError: "none",
  OverconstrainedError: "none",
  NotReadableError: "busy",
  TrackStartError: "busy",
  AbortError: "busy",
};

export default function (component) {
  const root = component.parentElement;
  if (!VIEWS.has(root)) VIEWS.set(root, new View(root));
  VIEWS.get(root).update(component);
  return () => {
    VIEWS.get(root)?.close();
    VIEWS.delete(root);
  };
}

class View {
  constructor(root) {
    const find = (what) => root.querySelector(what);
    this.root = find(".view");
    this.video = find("video");
    this.over = find(".over");
    this.head = find(".said b");
    this.tail = find(".said span");
    this.steps = find(".steps");
    this.trouble = find(".trouble");
    this.figures = find(".figures");
    this.buttons = Object.fromEntries(
      ["shot", "other", "torch", "mirror", "again", "app"].map((name) => [name, find(`button.${name}`)]),
    );
    this.file = find("input");
    this.canvas = document.createElement("canvas");
    this.number = 0; // of the frame that was sent last
    this.answered = 0; // of the frame whose reading is shown
    this.sentAt = 0; // when the frame under way was taken; 0 while none is
    this.pictureAt = 0; // when the picture under way was taken; 0 while none is
    this.shownFrom = 0; // when the frame was taken whose reading is shown
    this.frames = []; // times of the pictures that the camera showed lately
    this.readings = []; // times of the readings that arrived lately
    this.usual = 0; // how long an answer takes
    this.worst = 0; // greatest age of what was shown
    this.slowest = 0; // longest wait for an answer
    this.flip = false;
    this.facing = "environment";
    this.device = null;
    this.opening = false;
    this.asked = 0; // call for the camera's next picture
    this.buttons.shot.onclick = () => this.shoot();
    this.buttons.again.onclick = () => this.open();
    this.buttons.other.onclick = () => this.turn();
    this.buttons.torch.onclick = () => this.light();
    this.buttons.mirror.onclick = () => this.mirror();
    this.buttons.app.onclick = () => this.file.click();
    this.file.onchange = () => this.take();
    this.timer = setInterval(() => this.tick(), FIGURES_MS);
  }

  update({ data, setTriggerValue }) {
    this.data = data;
    this.send = setTriggerValue;
    this.root.dataset.mode = data.mode;
    const texts = data.texts;
    for (const [name, button] of Object.entries(this.buttons)) button.textContent = texts[name];
    this.video.setAttribute("aria-label", texts.video);
    if (this.troubled && !this.finished) this.explain(...this.troubled); // perhaps in another language
    if (data.reply && this.opened) this.answer(data.reply);
    if (this.finished && data.mode === "still" && data.taken === this.number) this.ready(); // for the next one
    if (!this.opened) {
      this.opened = true;
      this.number = this.answered = data.reply?.number ?? data.taken; // a reply to an earlier visit is no reply to us
      this.open();
    }
  }

  // -- the camera

  async open() {
    if (this.opening) return;
    this.opening = true;
    this.explain(null);
    this.buttons.shot.disabled = true;
    const asking = setTimeout(() => this.say(this.data.texts.asking, this.data.texts.allow), ASKING_MS);
    try {
      await this.openCamera();
    } catch (error) {
      this.device = null; // perhaps it is gone for good; the next try takes any
      this.explain(TROUBLES[error.name] ?? error.trouble ?? "unknown", error);
    } finally {
      clearTimeout(asking);
      this.opening = false;
    }
  }

  async openCamera() {
    if (!window.isSecureContext) throw Object.assign(new Error("insecure"), { trouble: "insecure" });
    if (!navigator.mediaDevices?.getUserMedia) throw Object.assign(new Error("old"), { trouble: "old" });
    this.stop();
    const wanted = this.device ? { deviceId: { exact: this.device } } : { facingMode: { ideal: this.facing } };
    const video = { ...wanted, ...WISHES[this.data.mode] };
    this.stream = await navigator.mediaDevices.getUserMedia({ audio: false, video });
    if (this.closed) return this.stop();
    const [track] = this.stream.getVideoTracks();
    track.onended = () => this.explain("ended");
    this.video.srcObject = this.stream;
    await this.video.play();
    this.root.dataset.state = "open";
    if (!this.finished) this.ready();
    this.buttons.torch.hidden = !track.getCapabilities?.().torch;
    this.buttons.torch.setAttribute("aria-pressed", "false");
    const devices = await navigator.mediaDevices.enumerateDevices();
    this.cameras = devices.filter((device) => device.kind === "videoinput").map((device) => device.deviceId);
    this.buttons.other.hidden = this.cameras.length < 2;
    if (this.data.mode === "live") this.watch();
  }

  ready() {
    this.finished = false;
    this.pictureAt = 0;
    if (this.troubled) return this.explain(...this.troubled); // there is still no camera
    this.buttons.shot.disabled = !this.stream;
    if (this.data.mode === "live") this.say(this.data.texts.looking, "");
    else this.say("", this.data.aim);
  }

  stop() {
    for (const track of this.stream?.getTracks() ?? []) {
      track.onended = null;
      track.stop();
    }
    this.stream = null;
    this.sentAt = 0;
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    this.stop();
    this.video.cancelVideoFrameCallback?.(this.asked);
    this.video.srcObject = null; // else the browser may keep the picture, and the page around it
  }

  turn() {
    if (this.opening) return;
    const used = this.stream?.getVideoTracks()[0]?.getSettings() ?? {};
    if (used.facingMode === "environment" || used.facingMode === "user") {
      this.facing = used.facingMode === "user" ? "environment" : "user";
      this.device = null;
    } else {
      const place = this.cameras.indexOf(used.deviceId);
      this.device = this.cameras[(place + 1) % this.cameras.length];
    }
    this.open();
  }

  async light() {
    const on = this.buttons.torch.getAttribute("aria-pressed") !== "true";
    try {
      await this.stream.getVideoTracks()[0].applyConstraints({ advanced: [{ torch: on }] });
      this.buttons.torch.setAttribute("aria-pressed", String(on));
    } catch {
      this.buttons.torch.hidden = true;
    }
  }

  mirror() {
    this.flip = !this.flip;
    this.root.dataset.flip = this.flip ? "yes" : "no";
    this.buttons.mirror.setAttribute("aria-pressed", String(this.flip));
    this.over.replaceChildren();
  }

  // -- frames out, readings in

  watch() {
    // called for each picture that the camera shows
    const stream = this.stream;
    const next = () => {
      if (this.closed || stream !== this.stream) return;
      this.frames.push(performance.now());
      if (!this.sentAt) this.sendFrame();
      ask();
    };
    const ask = () => {
      if (this.video.requestVideoFrameCallback) this.asked = this.video.requestVideoFrameCallback(next);
      else requestAnimationFrame(next);
    };
    ask();
  }

  shoot() {
    if (!this.stream || !this.video.videoWidth || this.finished) return;
    this.grab(Infinity);
    this.deliver(this.encoded());
  }

  take() {
    // a photo of the device's own camera app: all its pixels, and no secure address is needed
    const [photo] = this.file.files;
    this.file.value = "";
    if (!photo) return;
    if (photo.size > this.data.most) this.explain("large", photo); // the connection might break before it arrives
    else this.deliver(photo);
  }

  async deliver(picture) {
    // until it has arrived no frame is sent, and no other picture is taken
    this.finished = true;
    this.pictureAt = performance.now();
    this.buttons.shot.disabled = true;
    this.trouble.hidden = true;
    this.say(this.data.texts.taken, "");
    const number = ++this.number;
    try {
      const jpeg = await asBase64(await picture);
      if (this.closed) return;
      this.root.dataset.sent = number;
      this.send("shot", { number, jpeg });
    } catch {
      this.ready();
    }
  }

  async sendFrame() {
    if (!this.stream || !this.video.videoWidth || this.finished || document.hidden) return;
    this.sentAt = performance.now();
    this.grab(this.data.longest);
    const jpeg = await this.encoded().then(asBase64).catch(() => null); // the next one is taken as after a lost answer
    if (this.closed || this.finished || !jpeg) return;
    this.number += 1;
    this.root.dataset.sent = this.number;
    this.send("frame", { number: this.number, jpeg });
  }

  grab(longest) {
    const { videoWidth, videoHeight } = this.video;
    const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
    const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)];
    this.canvas.width = width;
    this.canvas.height = height;
    const paint = this.canvas.getContext("2d");
    if (this.flip) paint.setTransform(-1, 0, 0, 1, width, 0);
    paint.drawImage(this.video, 0, 0, width, height);
  }

  encoded() {
    return new Promise((done) => this.canvas.toBlob(done, "image/jpeg", QUALITY)); // null where it cannot
  }

  answer(reply) {
    if (reply.number !== this.number || this.answered === reply.number) return;
    const now = performance.now();
    if (this.shownFrom) this.worst = Math.max(this.worst, now - this.shownFrom);
    if (this.sentAt) {
      this.usual = now - this.sentAt;
      this.slowest = Math.max(this.slowest, this.usual);
    }
    this.answered = reply.number;
    this.shownFrom = this.sentAt;
    this.sentAt = 0;
    this.readings.push(now);
    this.root.dataset.answered = reply.number;
    this.root.dataset.took = reply.took;
    if (reply.locked) this.finished = true;
    this.draw(reply);
    this.say(reply.head, reply.tail);
    this.count(reply.steady, reply.needed);
    if (reply.mirrored) this.buttons.mirror.hidden = false;
  }

  // -- what is shown

  draw(reply) {
    const [width, height] = reply.size;
    this.over.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const size = Math.max(width, height) / 26;
    const shapes = reply.cards
      .filter((card) => card.quad.length)
      .map((card) => {
        const group = shape("g", { class: card.sure ? "sure" : "unsure" });
        const [x, y] = [0, 1].map((axis) => card.quad.reduce((sum, point) => sum + point[axis], 0) / 4);
        const label = shape("text", { x, y, "font-size": size, class: card.red ? "red" : "black" });
        label.textContent = card.sure ? card.label : `${card.label}?`;
        group.append(
          shape("polygon", { points: card.quad.map((point) => point.join()).join(" ") }),
          shape("rect", { x: x - size * 1.1, y: y - size * 0.75, width: size * 2.2, height: size * 1.5, rx: size / 3 }),
          label,
        );
        return group;
      });
    this.over.replaceChildren(...shapes);
  }

  say(head, tail) {
    if (this.head.textContent !== head) this.head.textContent = head;
    if (this.tail.textContent !== tail) this.tail.textContent = tail;
  }

  count(steady, needed) {
    const text = this.data.texts.steady.replace("{n}", steady).replace("{of}", needed);
    const dots = Array.from({ length: needed }, (_, place) => {
      const dot = document.createElement("i");
      if (place < steady) dot.className = "on";
      return dot;
    });
    this.steps.replaceChildren(text, ...dots);
    this.steps.setAttribute("aria-valuemax", needed);
    this.steps.setAttribute("aria-valuenow", steady);
    this.steps.setAttribute("aria-label", text);
  }

  explain(trouble, error) {
    this.trouble.hidden = !trouble;
    this.troubled = trouble ? [trouble, error] : null;
    if (!trouble) return;
    this.stop();
    this.root.dataset.state = "trouble";
    this.root.dataset.trouble = trouble;
    this.buttons.shot.disabled = true;
    const said = this.data.troubles[trouble];
    this.trouble.querySelector("h3").textContent = said.title;
    const why = this.trouble.querySelector("p");
    why.textContent = said.why;
    if (trouble === "unknown" && error) why.textContent += ` (${error.name}: ${error.message})`;
    if (trouble === "large") why.textContent = said.why.replace("{size}", (error.size / 1024 ** 2).toFixed(1));
    const steps = said.steps.map((step) => {
      const line = document.createElement("li");
      line.textContent = step;
      return line;
    });
    this.trouble.querySelector("ol").replaceChildren(...steps);
  }

  tick() {
    const now = performance.now();
    const recent = (times) => times.filter((time) => now - time < WINDOW_MS);
    this.frames = recent(this.frames);
    this.readings = recent(this.readings);
    if (this.sentAt && now - this.sentAt > Math.max(LOST_MS, 5 * this.usual)) this.sentAt = 0;
    if (this.pictureAt && now - this.pictureAt > LOST_PICTURE_MS) this.ready();
    if (!this.stream) return;
    if (this.data.mode === "still") {
      this.figures.textContent = `${this.video.videoWidth} × ${this.video.videoHeight}`;
      return;
    }
    const perSecond = (times) => (times.length < 2 ? 0 : ((times.length - 1) * 1000) / (now - times[0]));
    const figures = {
      fps: perSecond(this.frames).toFixed(0),
      readings: perSecond(this.readings).toFixed(1),
      age: ((now - this.shownFrom) / 1000).toFixed(1),
    };
    if (!this.shownFrom) delete figures.age;
    Object.assign(this.root.dataset, figures, {
      worst: Math.round(this.worst),
      slowest: Math.round(this.slowest),
    });
    if (!this.shownFrom) return;
    const said = (number, digits) =>
      Number(number).toLocaleString(this.data.language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      });
    this.figures.textContent = this.data.texts.figures
      .replace("{fps}", said(figures.fps, 0))
      .replace("{readings}", said(figures.readings, 1))
      .replace("{age}", said(figures.age, 1));
  }
}

function shape(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function asBase64(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result.slice(reader.result.indexOf(",") + 1));
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Server-sent events from the body of a response: EventSource can only GET. */

export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

/** The events in order, however the bytes are cut and lines end; comments are passed over. */
export async function* serverEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += decoder.decode(value, { stream: !done });
      const frames = rest.split(/\r?\n\r?\n/);
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const event = field(frame, "event");
        if (event !== "") yield { event, data: field(frame, "data") };
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function field(frame: string, name: string): string {
  const lines = frame.split(/\r?\n/).filter((line) => line.startsWith(`${name}:`));
  return lines.map((line) => line.slice(name.length + 1).trimStart()).join("\n");
}

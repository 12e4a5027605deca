import { Readable } from 'node:stream'
import { LineCutter, shortenTime } from '#server/adapters/compute.shared/text-lines.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { DockerEngine } from './engine.ts'
import { FrameReader } from './frames.ts'

const maxLines = 10_000
const firstAnswerTimeoutMs = 300

/** Returns the newest console lines of a container, each with a timestamp in ms. */
export async function readContainerLogs(engine: DockerEngine, container: string, tail: number): Promise<string[]> {
  if (tail <= 0) return []
  const bytes = await engine.call((docker, abortSignal) =>
    docker.getContainer(container).logs({
      stdout: true,
      stderr: true,
      timestamps: true,
      tail: Math.min(tail, maxLines),
      follow: false,
      abortSignal,
    }),
  )
  const lines = new ConsoleReader()
  return [...lines.push(bytes), ...lines.end()].slice(-tail)
}

/**
 * Streams new console lines until the container stops or `signal` aborts. Docker answers at once, Podman only with the first
 * output, so the wait for the answer is short.
 */
export async function followContainerLogs(
  engine: DockerEngine,
  clock: Clock,
  container: string,
  signal: AbortSignal,
): Promise<Readable> {
  const source = engine.longCall(
    (docker, abortSignal) =>
      docker.getContainer(container).logs({
        stdout: true,
        stderr: true,
        timestamps: true,
        tail: 0,
        follow: true,
        abortSignal,
      }),
    signal,
  )
  await Promise.race([source, clock.sleep(firstAnswerTimeoutMs)])
  return Readable.from(readConsoleLines(source as Promise<AsyncIterable<Buffer>>), { objectMode: false })
}

async function* readConsoleLines(source: Promise<AsyncIterable<Buffer>>): AsyncGenerator<Buffer> {
  const reader = new ConsoleReader()
  try {
    for await (const chunk of await source) {
      const lines = reader.push(chunk)
      if (lines.length > 0) yield Buffer.from(`${lines.join('\n')}\n`)
    }
  } catch {
    return // aborted by the signal or by a failing engine: nothing more to follow
  }
}

/** Converts frames to lines. Splits stdout and stderr separately, so that halves of two lines are not joined. */
class ConsoleReader {
  readonly #frames = new FrameReader()
  readonly #cutters = { out: new LineCutter(), error: new LineCutter() }

  push(chunk: Buffer): string[] {
    return this.#frames
      .push(chunk)
      .flatMap(({ error, bytes }) => this.#cutters[error ? 'error' : 'out'].push(bytes).map(shortenTime))
  }

  end(): string[] {
    return Object.values(this.#cutters).flatMap((cutter) => cutter.end().map(shortenTime))
  }
}

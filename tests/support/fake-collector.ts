import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface CollectedSpan {
  trace_id: string
  span_id: string
  parent_id: string
  name: string
  attributes: Record<string, unknown>
  failed: boolean
  resource: Record<string, unknown>
}

type Field = { at: number; value: Buffer | bigint }

/** The fields of a message of Protocol Buffers: enough of the format for what OTLP sends. */
function readMessage(bytes: Buffer): Field[] {
  const fields: Field[] = []
  let at = 0
  const varint = (): bigint => {
    let [value, shift] = [0n, 0n]
    for (;;) {
      const byte = bytes[at++]!
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
      shift += 7n
    }
  }
  const take = (length: number) => {
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const [field, wire] = [tag >> 3, tag & 7]
    if (wire === 0) fields.push({ at: field, value: varint() })
    else if (wire === 1) fields.push({ at: field, value: take(8) })
    else if (wire === 2) fields.push({ at: field, value: take(Number(varint())) })
    else fields.push({ at: field, value: take(4) })
  }
  return fields
}

const all = (fields: Field[], at: number) => fields.filter((field) => field.at === at).map(({ value }) => value as Buffer)
const one = (fields: Field[], at: number) => all(fields, at)[0] ?? Buffer.alloc(0)

/** What is no text or number is shown as its bytes. */
function readAttributes(pairs: Buffer[]): Record<string, unknown> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const fields = readMessage(pair)
      const [value] = readMessage(one(fields, 2))
      const shown = value && (value.value instanceof Buffer ? value.value.toString() : Number(value.value))
      return [one(fields, 1).toString(), shown]
    }),
  )
}

function readSpan(bytes: Buffer, resource: Record<string, unknown>): CollectedSpan {
  const fields = readMessage(bytes)
  const [code] = readMessage(one(fields, 15)).filter(({ at }) => at === 3)
  return {
    trace_id: one(fields, 1).toString('hex'),
    span_id: one(fields, 2).toString('hex'),
    parent_id: one(fields, 4).toString('hex'),
    name: one(fields, 5).toString(),
    attributes: readAttributes(all(fields, 9)),
    failed: code?.value === 2n,
    resource,
  }
}

const readRequest = (body: Buffer): CollectedSpan[] =>
  all(readMessage(body), 1).flatMap((part) => {
    const fields = readMessage(part)
    const resource = readAttributes(all(readMessage(one(fields, 1)), 1))
    return all(fields, 2).flatMap((scope) => all(readMessage(scope), 2).map((span) => readSpan(span, resource)))
  })

/**
 * An OpenTelemetry collector on loopback: takes spans over HTTP as OTLP has them, and can be made to refuse (a status) or never to
 * answer (`hang`).
 */
export async function startFakeCollector() {
  const spans: CollectedSpan[] = []
  const raw: string[] = []
  const hanging: ServerResponse[] = []
  const fault: { now: number | 'hang' | undefined } = { now: undefined }
  const seen = { requests: 0, headers: {} as Record<string, unknown>, paths: new Set<string>() }
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    const body = Buffer.concat(parts)
    seen.requests += 1
    seen.headers = request.headers
    seen.paths.add(request.url ?? '')
    if (fault.now === 'hang') return void hanging.push(response)
    if (fault.now !== undefined) return void response.writeHead(fault.now).end()
    raw.push(body.toString('latin1'))
    spans.push(...readRequest(body))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    /** All that was sent, for what must not be in it. */
    text: () => Buffer.from(raw.join(''), 'latin1').toString(),
    seen,
    fault,
    named: (name: string | RegExp) =>
      spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name))),
    close: async () => {
      for (const response of hanging) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type FakeCollector = Awaited<ReturnType<typeof startFakeCollector>>

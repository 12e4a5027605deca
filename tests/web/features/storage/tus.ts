import { HttpResponse, http } from 'msw'
import { tusPath } from '#contract/file-storage.ts'
import { mswServer } from '#tests/web/support/wire.ts'

const headers = { 'tus-resumable': '1.0.0', 'cache-control': 'no-store' }

export interface TusServerState {
  /** What the server has of each upload. */
  received: Map<string, Uint8Array>
  /** `PATCH upload-1 0` of every request, in order. */
  asked: string[]
  /** Access tokens it takes; any when empty. */
  valid: string[]
  /** Answers instead of the server, once each, to the next PATCH; `cut` loses the line after half of it. */
  troubles: ('cut' | number)[]
  /** Holds every PATCH until it is released. */
  hold?: Promise<void>
}

/** The tus half of the server, at the edge of the network. */
export function serveTus(sizes: Record<string, number>): TusServerState {
  const world: TusServerState = { received: new Map(), asked: [], valid: [], troubles: [] }
  const note = (request: Request, id: string) =>
    world.asked.push(`${request.method} ${id} ${request.headers.get('upload-offset') ?? ''}`.trim())
  const refused = (request: Request) => {
    const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? ''
    return world.valid.length > 0 && !world.valid.includes(token)
  }
  const has = (id: string) => world.received.get(id) ?? new Uint8Array()
  const keep = (id: string, more: Uint8Array) => world.received.set(id, Uint8Array.from([...has(id), ...more]))
  const length = (id: string) => ({ 'upload-offset': String(has(id).length), 'upload-length': String(sizes[id] ?? 0) })

  mswServer.use(
    http.head(`*${tusPath}`, ({ request, params }) => {
      const id = String(params.id)
      note(request, id)
      if (refused(request)) return new HttpResponse(null, { status: 401 })
      if (sizes[id] === undefined) return new HttpResponse(null, { status: 404 })
      return new HttpResponse(null, { status: 200, headers: { ...headers, ...length(id) } })
    }),
    http.patch(`*${tusPath}`, async ({ request, params }) => {
      const id = String(params.id)
      note(request, id)
      await world.hold
      if (refused(request)) return new HttpResponse(null, { status: 401 })
      const bytes = new Uint8Array(await request.arrayBuffer())
      const trouble = world.troubles.shift()
      if (trouble === 'cut') {
        keep(id, bytes.slice(0, Math.ceil(bytes.length / 2)))
        return HttpResponse.error()
      }
      if (trouble) return new HttpResponse(null, { status: trouble })
      if (Number(request.headers.get('upload-offset')) !== has(id).length) return new HttpResponse(null, { status: 409 })
      keep(id, bytes)
      return new HttpResponse(null, { status: 204, headers: { ...headers, ...length(id) } })
    }),
  )
  return world
}

import { mockCall, RefusedError } from '#tests/web/support/wire.ts'
import { type Gadget, gadgets } from './gadgets.resource.tsx'

/** A server of gadgets. The name 占用 is refused, and 碎 cannot be polished. */
export function serveGadgets(count: number) {
  const world = {
    rows: Array.from({ length: count }, (_, index): Gadget => {
      const number = index + 1
      return { id: `g-${number}`, name: `玩意 ${number}`, colour: number % 2 ? 'red' : 'blue', note: '' }
    }),
    polished: [] as string[],
    lists: [] as string[],
  }
  const find = (id: string) => {
    const row = world.rows.find((known) => known.id === id)
    if (!row) throw new RefusedError('not_found')
    return row
  }
  mockCall(gadgets.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).search)
    const found = world.rows.filter(
      ({ name, colour }) => name.includes(query.keyword ?? '') && (!query.colour || query.colour === colour),
    )
    if (query.order === 'desc') found.reverse()
    const from = (query.page - 1) * query.page_size
    return { items: found.slice(from, from + query.page_size), total: found.length }
  })
  mockCall(gadgets.get, ({ params }) => find(params.id))
  mockCall(gadgets.create, ({ body }) => {
    if (body.name === '占用') throw new RefusedError('invalid', { errors: { name: ['名称已被占用'] } })
    if (body.name === '出错') throw new RefusedError('internal', { request_id: 'req-42' })
    const row: Gadget = { ...body, id: `g-${world.rows.length + 1}`, note: body.note ?? '' }
    world.rows.push(row)
    return row
  })
  mockCall(gadgets.polish, ({ params }) => {
    const row = find(params.id)
    if (row.name === '碎') throw new RefusedError('action_not_allowed')
    world.polished.push(row.id)
    return row
  })
  return world
}

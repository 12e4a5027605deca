import type { SecretKey } from '#contract/secret-keys.ts'
import { secret_keys } from '#contract/secret-keys.ts'
import { on, Refused } from './wire.ts'

export const aKey = (number: number, change: Partial<SecretKey> = {}): SecretKey => ({
  id: `key-${number}`,
  name: `密钥 ${number}`,
  algorithm: number % 3 === 0 ? 'rsa' : 'ed25519',
  bits: number % 3 === 0 ? 3072 : 256,
  fingerprint: `SHA256:${String(number).padStart(43, 'x')}`,
  public_key: `ssh-ed25519 AAAA${number}`,
  created_at: new Date(Date.UTC(2026, 10, 21, 6, number)).toISOString(),
  ...change,
})

/** A server of SSH keys over these rows; what is created, renamed and deleted there is seen by later calls. */
export function serveKeys(count: number): { rows: SecretKey[]; lists: URLSearchParams[] } {
  const world = { rows: Array.from({ length: count }, (_, index) => aKey(index + 1)), lists: [] as URLSearchParams[] }
  const find = (id: string) => {
    const row = world.rows.find((known) => known.id === id)
    if (!row) throw new Refused('not_found')
    return row
  }
  on(secret_keys.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).searchParams)
    const found = world.rows
      .filter(({ name }) => !query.keyword || name.includes(query.keyword))
      .filter(({ algorithm }) => !query.algorithm || algorithm === query.algorithm)
    if (query.sort === 'name') found.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    if (query.order === 'desc') found.reverse()
    const from = (query.page - 1) * query.page_size
    return { items: found.slice(from, from + query.page_size), total: found.length }
  })
  on(secret_keys.get, ({ params }) => find(params.id))
  on(secret_keys.create, ({ body }) => {
    if (body.mode === 'import') throw new Refused('invalid', { errors: { public_key: ['公钥格式有误'] } })
    const row = aKey(world.rows.length + 1, { name: body.name, algorithm: body.algorithm })
    world.rows.push(row)
    return { ...row, private_key: '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret\n' }
  })
  on(secret_keys.update, ({ params, body }) => Object.assign(find(params.id), body))
  on(secret_keys.remove, ({ params }) => {
    world.rows = world.rows.filter((row) => row !== find(params.id))
    return null
  })
  return world
}

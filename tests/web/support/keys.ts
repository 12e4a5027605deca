import type { SecretKey } from '#contract/secret-keys.ts'
import { secretKeys } from '#contract/secret-keys.ts'
import { mockCall, RefusedError } from './wire.ts'

export const buildSecretKey = (number: number, change: Partial<SecretKey> = {}): SecretKey => ({
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
export function serveSecretKeys(count: number): { rows: SecretKey[]; lists: URLSearchParams[] } {
  const world = { rows: Array.from({ length: count }, (_, index) => buildSecretKey(index + 1)), lists: [] as URLSearchParams[] }
  const find = (id: string) => {
    const row = world.rows.find((known) => known.id === id)
    if (!row) throw new RefusedError('not_found')
    return row
  }
  mockCall(secretKeys.list, ({ query, request }) => {
    world.lists.push(new URL(request.url).searchParams)
    const found = world.rows
      .filter(({ name }) => !query.keyword || name.includes(query.keyword))
      .filter(({ algorithm }) => !query.algorithm || algorithm === query.algorithm)
    if (query.sort === 'name') found.sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    if (query.order === 'desc') found.reverse()
    const from = (query.page - 1) * query.page_size
    return { items: found.slice(from, from + query.page_size), total: found.length }
  })
  mockCall(secretKeys.get, ({ params }) => find(params.id))
  mockCall(secretKeys.create, ({ body }) => {
    if (body.mode === 'import') throw new RefusedError('invalid', { errors: { public_key: ['公钥格式有误'] } })
    const row = buildSecretKey(world.rows.length + 1, { name: body.name, algorithm: body.algorithm })
    world.rows.push(row)
    return { ...row, private_key: '-----BEGIN OPENSSH PRIVATE KEY-----\nsecret\n' }
  })
  mockCall(secretKeys.update, ({ params, body }) => Object.assign(find(params.id), body))
  mockCall(secretKeys.remove, ({ params }) => {
    world.rows = world.rows.filter((row) => row !== find(params.id))
    return null
  })
  return world
}

import { secret_keys } from '#contract/secret-keys.ts'
import type { SecretKeyRow } from '#server/domains/accounts/keys/keys.repo.ts'
import { algorithmOf, createKey, getKey, listKeys, removeKey, renameKey } from '#server/domains/accounts/keys/keys.service.ts'
import { type Http, mount } from '#server/http/mount.ts'

const present = (row: Omit<SecretKeyRow, 'user_id'>) => ({
  ...row,
  algorithm: algorithmOf(row.public_key),
  created_at: row.created_at.toISOString(),
})

export const secretKeyRoutes = (http: Http) =>
  mount(http, 'secret_keys', secret_keys, {
    list: async (ctx, { query }) => {
      const { items, total } = await listKeys(ctx, query)
      return { items: items.map(present), total }
    },
    get: async (ctx, { params }) => present(await getKey(ctx, params.id)),
    create: async (ctx, { body }) => {
      const { private_key, ...row } = await createKey(ctx, body)
      return { ...present(row), private_key }
    },
    update: async (ctx, { params, body }) => present(await renameKey(ctx, params.id, body.name)),
    remove: async (ctx, { params }) => {
      await removeKey(ctx, params.id)
      return null
    },
  })

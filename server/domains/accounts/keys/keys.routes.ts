import { secretKeys } from '#contract/secret-keys.ts'
import { parseSshPublicKey } from '#server/domains/accounts/keys/key-pair.service.ts'
import type { SecretKeyRow } from '#server/domains/accounts/keys/keys.repo.ts'
import {
  createSecretKey,
  deleteSecretKey,
  getSecretKey,
  listSecretKeys,
  renameSecretKey,
} from '#server/domains/accounts/keys/keys.service.ts'
import { type HttpDeps, mountEndpoints } from '#server/http/mount.ts'

const present = (row: Omit<SecretKeyRow, 'user_id'>) => ({
  ...row,
  algorithm: parseSshPublicKey(row.public_key).algorithm,
  created_at: row.created_at.toISOString(),
})

export const secretKeyRoutes = (http: HttpDeps) =>
  mountEndpoints(http, 'secret_keys', secretKeys, {
    list: async (ctx, { query }) => {
      const { items, total } = await listSecretKeys(ctx, query)
      return { items: items.map(present), total }
    },
    get: async (ctx, { params }) => present(await getSecretKey(ctx, params.id)),
    create: async (ctx, { body }) => {
      const { private_key: privateKey, ...row } = await createSecretKey(ctx, body)
      return { ...present(row), private_key: privateKey }
    },
    update: async (ctx, { params, body }) => present(await renameSecretKey(ctx, params.id, body.name)),
    remove: async (ctx, { params }) => {
      await deleteSecretKey(ctx, params.id)
      return null
    },
  })

import { afterEach, describe, expect, it, vi } from 'vitest'
import { instances } from '#contract/instances.ts'
import { users } from '#contract/users.ts'
import type { Resource } from '#src/admin/resource.ts'
import { ApiError } from '#src/api/api-error.ts'
import secretKeys from '#src/features/keys/keys.resource.tsx'
import { createAccessProvider, getResourceAccess } from '#src/providers/access-provider.ts'
import { createAuditProvider } from '#src/providers/audit-provider.ts'
import { createAuthProvider } from '#src/providers/auth-provider.ts'
import { notificationProvider } from '#src/providers/notification-provider.ts'
import { createQueryClient } from '#src/providers/query-client.ts'
import { canUserAccess } from '#src/session/can-user-access.ts'
import { currentUser } from '#src/session/current-user.ts'
import { session } from '#src/session/session.ts'
import { toast } from '#src/ui/toast.ts'
import { buildResourceEntry } from '#tests/web/support/entries.ts'
import { buildToken, buildUser, storeToken } from '#tests/web/support/people.ts'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

afterEach(() => {
  toast.clear()
  session.clear()
  currentUser.clear()
})

describe('§6 Access', () => {
  const visitor = null
  const main = buildUser()
  const sub = buildUser({ account_type: 'sub' })
  const tencent = buildUser({ is_tencent: true })
  const operator = buildUser({ role: 'operator_finance' })

  it.each([
    ['public', visitor, true],
    ['user', visitor, false],
    ['user', sub, true],
    ['main', main, true],
    ['main', sub, false],
    ['tencent', main, false],
    ['tencent', tencent, true],
    ['operator', main, false],
    ['operator', operator, true],
  ] as const)('%s (%#)', (access, user, can) => expect(canUserAccess(access, user)).toBe(can))

  it('asks the resource for looking and the endpoint for doing', () => {
    const resource = { ...secretKeys, access: 'main' } as Resource
    expect(getResourceAccess(resource, 'list')).toBe('main')
    expect(getResourceAccess(resource, 'delete')).toBe('user')
    expect(getResourceAccess(secretKeys, 'list')).toBe('user')
  })

  it('answers Refine with a reason', async () => {
    const provider = createAccessProvider({
      resources: [buildResourceEntry({ ...secretKeys, access: 'tencent' })],
      pages: [],
      whoIs: async () => buildUser(),
    })
    expect(await provider.can({ resource: 'keys', action: 'list' })).toEqual({ can: false, reason: '没有权限执行此操作' })
    expect(await provider.can({ resource: 'unknown', action: 'list' })).toEqual({ can: true })
  })
})

describe('§8 Notifications of Refine', () => {
  const shown = () => toast.get().map(({ kind, message }) => `${kind} ${message}`)

  it('shows what the server said, not that something failed', () => {
    notificationProvider.open({ type: 'error', message: '创建失败', description: '该公钥已添加' })
    expect(shown()).toEqual(['error 该公钥已添加'])
  })

  it('leaves the lost session to the session', () => {
    notificationProvider.open({ type: 'error', message: '加载失败', description: '登录已失效，请重新登录' })
    expect(shown()).toEqual([])
  })

  it('offers to undo what is undoable', () => {
    const cancelMutation = vi.fn()
    notificationProvider.open({ type: 'progress', key: 'k', message: '5 秒内可以撤销', undoableTimeout: 5, cancelMutation })
    const [first] = toast.get()
    expect(first).toMatchObject({ kind: 'info', ms: 5000, action: { label: '撤销' } })
    first?.action?.run()
    expect(cancelMutation).toHaveBeenCalledOnce()
    notificationProvider.close('k')
    expect(shown()).toEqual([])
  })
})

describe('§4 Auth provider', () => {
  const provider = createAuthProvider({ signOut: async () => session.clear() })

  it('checks locally, and builds the way back', async () => {
    window.history.replaceState(null, '', '/console/secret-key?page=2')
    expect(await provider.check()).toEqual({
      authenticated: false,
      redirectTo: '/home?type=login&url=%2Fconsole%2Fsecret-key%3Fpage%3D2',
    })
    await provider.login(buildToken())
    expect(await provider.check()).toEqual({ authenticated: true })
    expect(localStorage.getItem('access_token')).toBe('access-1')
    expect(await provider.logout({})).toEqual({ success: true, redirectTo: '/home' })
    expect(session.token()).toBeNull()
  })

  it('answers null, never undefined, when nobody is known', async () => {
    storeToken()
    mockCall(users.get, () => {
      throw new RefusedError('internal')
    })
    expect(await provider.getIdentity()).toBeNull()
    mockCall(users.get, () => buildUser())
    expect(await provider.getIdentity()).toMatchObject({ nickname: '林深见鹿' })
    expect(await provider.getPermissions()).toBe('user')
  })
})

describe('Audit provider', () => {
  it('reads the history a resource declares, and writes nothing', async () => {
    const event = {
      id: 'e1',
      at: '2026-11-21T06:00:00Z',
      actor: 'user' as const,
      kind: 'status',
      title: '开机',
      detail: null,
      status: 5 as const,
      reason: null,
    }
    mockCall(instances.events, () => ({ items: [event], total: 1 }))
    const resource = { name: 'instances', api: { list: instances.list, history: instances.events } } as unknown as Resource
    const audit = createAuditProvider([buildResourceEntry(resource)])
    expect(await audit.get({ resource: 'instances', meta: { id: 'i-1' } })).toEqual([event])
    expect(await audit.get({ resource: 'keys', meta: { id: 'k' } })).toEqual([])
    expect(await audit.create({ resource: 'instances', action: 'update', data: {}, meta: {} })).toBeUndefined()
  })
})

describe('Query client', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry as (failures: number, error: unknown) => boolean
  const failure = (status: number) => new ApiError({ code: '', status, message: '' })

  it.each([
    [0, true],
    [503, true],
    [404, false],
    [422, false],
    [401, false],
  ])('retries status %i: %s', (status, again) => expect(retry(0, failure(status))).toBe(again))

  it('gives up after two retries', () => expect(retry(2, failure(503))).toBe(false))
})

import { describe, expect, it } from 'vitest'
import { streamPath } from '#contract/stream.ts'
import { loadEndpoints } from '#server/crud-nouns.ts'

const allEndpoints = await loadEndpoints()

/** The calls of requirements §7 whose path it gives. */
const specCalls = `
POST /api/v1/token/refresh
POST /api/v1/login
GET /api/v1/user/{user_id}
GET /api/v1/logout
POST /api/v1/user
PUT /api/v1/user/reset_password
PUT /api/v1/user/{id}
GET /api/v1/user/check_phone/{phone}
POST /api/v1/captcha
GET /api/v1/wechat/qrcode
GET /api/v1/wechat/check_scan_status
GET /api/v1/wechat/check_login_status
POST /api/v1/wechat/bind_phone
POST /api/v1/user/bind_wechat
POST /api/v1/user/unbind_wechat
GET /api/v1/user/common_resource
GET /api/v1/notification/list
GET /api/v1/notification/{id}/detail
PUT /api/v1/notification/read
DELETE /api/v1/notification/delete
GET /api/v1/notification/unreaded_count
GET /api/v1/product_info_list
GET /api/v1/activity/list
GET /api/v1/activity/user_label
GET /api/v1/activity/instance_available
PUT /api/v1/instance/{name}/activity
POST /api/v1/region_list
GET /api/v1/product_model_list
GET /api/v1/image_list
GET /api/v1/dataset_list
GET /api/v1/dataset_types_list
GET /api/v1/file_storage/object_list
GET /api/v1/file_storage/statistics
GET /api/v1/server_info
POST /api/v1/user_avatar
GET /api/v1/user_avatar/{id}
POST /api/v1/user/creator_audit_record
GET /api/v1/user/creator_audit_record/detail
`
  .trim()
  .split('\n')

const shape = (method: string, path: string) => `${method} ${path.replace(/:\w+|\{\w+\}/g, '*')}`
const known = new Set(specCalls.map((line) => shape(...(line.split(' ') as [string, string]))))

describe('§7 The calls', () => {
  it('that the contract takes from the spec have exactly its method and path', () => {
    const fromSpec = allEndpoints.filter(({ endpoint }) => endpoint.source === 'requirements §7')
    expect(fromSpec.length).toBeGreaterThanOrEqual(20)
    for (const { name, endpoint } of fromSpec) expect(known, name).toContain(shape(endpoint.method, endpoint.path))
  })

  it('that have a path of the spec say so', () => {
    for (const { name, endpoint } of allEndpoints)
      if (known.has(shape(endpoint.method, endpoint.path))) expect(endpoint.source, name).toMatch(/^requirements §/)
  })

  it('of the stream are where the spec puts them', () => expect(streamPath).toBe('/sse/v1/notification/subscribe/:client_id'))
})

describe('product §11 Conventions of every call', () => {
  it('no two calls share method and path, nor a name', () => {
    const shapes = allEndpoints.map(({ endpoint }) => shape(endpoint.method, endpoint.path))
    expect(new Set(shapes).size).toBe(shapes.length)
    expect(new Set(allEndpoints.map(({ name }) => name)).size).toBe(allEndpoints.length)
  })

  it.each(allEndpoints)('$name is declared in full', ({ endpoint }) => {
    expect(endpoint.path).toMatch(/^\/api\/v1\/[a-z0-9_/:]+$/)
    expect(endpoint.summary).toMatch(/\p{Script=Han}/u)
    expect(endpoint.source).toMatch(/^(requirements §\d|decided: \S)/)
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys('shape' in endpoint.params ? (endpoint.params.shape as object) : {})).toEqual(inPath)
  })

  it('lists are pages of 100 rows at most', () => {
    for (const { name, endpoint } of allEndpoints.filter((e) => e.endpoint.paged)) {
      expect(endpoint.query.safeParse({ page_size: '100' }).success, name).toBe(true)
      expect(endpoint.query.safeParse({ page_size: '101' }).success, name).toBe(false)
      expect(endpoint.data.safeParse([]).success, name).toBe(true)
    }
  })

  it('calls that cost money or move an instance take an Idempotency-Key', () => {
    const idempotent = allEndpoints.filter(({ endpoint }) => endpoint.idempotent).map(({ name }) => name)
    for (const name of [
      'orders.create',
      'wallet.recharge',
      ...['start', 'shutdown', 'restart', 'release'].map((a) => `instances.${a}`),
    ])
      expect(idempotent).toContain(name)
  })

  it('a call with a row of one owner in its path is for those who are signed in', () => {
    for (const { name, endpoint } of allEndpoints.filter((e) => e.endpoint.owned)) {
      expect(endpoint.access, name).not.toBe('public')
      expect(endpoint.path, name).toContain(':')
    }
  })
})

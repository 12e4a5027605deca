import { matchPath } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { buildRouteTable, type RouteTableRow } from '#src/app/route-table.ts'

const below = (parent: string, ...children: string[]) => children.map((child) => `${parent}/${child}`)

/** Every address that requirements §2 names, word for word. */
const addresses = [
  ...['/', '/home', '/phone-login', '/phone-register', '/market', '/lg-model-aio', '/about-us', '/community'],
  ...below('/community', 'image', 'image/detail', 'image/release', 'creative-income'),
  ...below('/community', 'data-set', 'data-set/detail', 'data-set/release'),
  ...['/help/', '/help/serviceagreement', '/help/privacypolicy', '/create-instance', '/already-instance', '/recharge'],
  ...['/console', '/console/data-overview', '/console/account-message', '/console/container-instance'],
  ...below('/console/container-instance', 'detail', 'monitor', 'renew', 'lift', 'convert-bill', 'coupon-config'),
  ...['/console/data-set', '/console/cost'],
  ...below('/console/cost', 'income-detail', 'my-order', 'consumption', 'invoice-manage', 'invoice-details', 'email'),
  ...below('/console/cost', 'invoicing', 'coupon', 'withdrawal', 'charge-config'),
  ...['/console/account', ...below('/console/account', 'security', 'info', 'certification-details')],
  ...['/console/secret-key', '/console/image'],
  ...below('/console/image', 'private-image', 'community-image', 'apply-original', 'release-image', 'image-info'),
  ...['/console/image/community-image/my-collect', '/console/my-collect-image/image-info'],
  ...['/console/file-storage', '/console/invitation'],
  ...['/console/notice', '/console/notice/message', '/console/notice/message/detail'],
  ...['/console/large-model-api', ...below('/console/large-model-api', 'access-api', 'bill-api', 'month-bill-detail')],
  // “my data-set group”, which has no address of its own in the spec
  ...['/console/my-data-set', ...below('/console/my-data-set', 'my-data-set', 'release-dataset', 'my-collect-data')],
  ...below('/console/my-data-set', 'detail', 'collect-detail'),
]

/** “X redirecting to Y” of requirements §2. */
const leads: Readonly<Record<string, string>> = {
  '/': '/home',
  '/console': '/console/data-overview',
  '/console/cost': '/console/cost/income-detail',
  '/console/account': '/console/account/security',
  '/console/image': '/console/image/private-image',
  '/console/notice': '/console/notice/message',
  '/console/large-model-api': '/console/large-model-api/access-api',
}

const rows = buildRouteTable()
const literal = (path: string) => rows.find((row) => row.path === path)
const standsAt = (path: string): RouteTableRow | undefined =>
  literal(path) ?? rows.find((row) => row.path !== '*' && matchPath(row.path, path))

describe('requirements §2 Screens and routes', () => {
  it.each(addresses)('%s has a page, or leads to one', (path) => {
    const row = standsAt(path)
    expect(row, 'nothing stands there').toBeDefined()
    if (row?.kind === 'redirect') expect(standsAt(row.name.split('?', 1)[0]!)?.kind).toMatch(/site|page|resource/)
  })

  it.each(Object.entries(leads))('%s redirects to %s', (from, to) => {
    expect(literal(from)).toMatchObject({ kind: 'redirect', name: to })
  })

  it('unknown addresses go home', () => expect(literal('*')).toMatchObject({ kind: 'redirect', name: '/home' }))

  it('has one thing at each address', () => {
    const paths = rows.map(({ path }) => path)
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([])
  })

  it('only is_tencent users open the large-model pages (requirements §6)', () => {
    const large = rows.filter(({ path, kind }) => path.startsWith('/console/large-model-api/') && kind !== 'redirect')
    expect(large.length).toBeGreaterThan(2)
    expect(large.map(({ access }) => access)).toEqual(large.map(() => 'tencent'))
  })

  it('names the resources of the product', () => {
    const names = new Set(rows.filter(({ kind }) => kind === 'resource').map(({ name }) => name))
    for (const name of ['instances', 'orders', 'invoices', 'images', 'datasets', 'keys', 'tokens', 'notifications'])
      expect(names).toContain(name)
  })
})

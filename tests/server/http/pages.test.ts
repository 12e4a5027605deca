import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readServerConfig } from '#server/config/config.ts'
import { seedMarket, toProductId } from '#tests/support/market.ts'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform.ts'

const page = (body: string) =>
  `<!doctype html><html lang="zh-CN"><head><title>%BRAND%</title><link rel="canonical" href="%ORIGIN%/x" /><!--structured--></head><body><div id="root">${body}</div></body></html>`

let platform: TestPlatform
let app: FastifyInstance
let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'zhisuan-web-'))
  await Promise.all([mkdir(join(root, 'web/assets'), { recursive: true }), mkdir(join(root, 'pages'))])
  const pages = [
    { path: '/home', file: '0.html' },
    { path: '/about-us', file: '1.html' },
    { path: '/help/faq', file: '2.html' },
  ]
  await Promise.all([
    writeFile(join(root, 'web/assets/index-1.js'), 'export {}'),
    writeFile(join(root, 'web/assets/index-1.js.br'), brotliCompressSync('export {}')),
    writeFile(join(root, 'web/.hidden'), 'nobody asks for this'),
    writeFile(join(root, 'pages/pages.json'), JSON.stringify(pages)),
    writeFile(
      join(root, 'pages/addresses.json'),
      JSON.stringify(['/', '/phone-login', '/sandbox', '/sandbox/wechat', '/sandbox/cashier/:trade_no']),
    ),
    writeFile(join(root, 'pages/0.html'), page('首页')),
    writeFile(join(root, 'pages/1.html'), page('关于')),
    writeFile(join(root, 'pages/app.html'), page('')),
    writeFile(join(root, 'pages/console.html'), page('')),
    writeFile(join(root, 'pages/console.json'), JSON.stringify([{ path: '/create-instance', file: 'console-0.html' }])),
    writeFile(join(root, 'pages/console-0.html'), page('起步')),
    writeFile(join(root, 'pages/2.html'), page('问答')),
  ])
  platform = await createTestPlatform({
    config: readServerConfig({ NODE_ENV: 'test', BRAND: '某<某>算力', PUBLIC_ORIGIN: 'https://gpu.example.cn/' }),
  })
  await seedMarket(platform.deps)
  app = await buildApp(platform.deps, root)
})
afterAll(async () => {
  await app.close()
  await platform.close()
  await rm(root, { recursive: true })
})

const visit = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml', ...headers } })

describe('§2 Addresses as the server answers them', () => {
  it('sends a console page that names its own code only at its path, in the console world', async () => {
    expect((await visit('/create-instance?product_id=p')).body).toMatch(/data-world="console".*起步/s)
    expect((await visit('/recharge')).body).not.toContain('起步')
  })

  it.each(['/sandbox', '/sandbox/', '/sandbox/wechat?scene=1', '/sandbox/cashier/t1'])(
    'has no page %s where nothing is played',
    async (url) => {
      expect((await visit(url)).statusCode).toBe(200)
      const real = await buildApp({ ...platform.deps, sandbox: {} }, root)
      const { statusCode, headers } = await real.inject({ url, headers: { accept: 'text/html' } })
      expect([statusCode, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      await real.close()
    },
  )

  it('sends / to /home, with what was asked', async () => {
    const { statusCode, headers } = await visit('/?type=register&invite_code=ABC234')
    expect([statusCode, headers.location]).toEqual([302, '/home?type=register&invite_code=ABC234'])
  })

  it('gives a written page its brand and origin, and the empty page to every other address', async () => {
    const { body, headers } = await visit('/about-us?from=mail')
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('<title>某&lt;某>算力</title>')
    expect(body).toContain('href="https://gpu.example.cn/x"')
    expect(body).toContain('关于')
    expect((await visit('/nowhere')).body).toContain('<div id="root"></div>')
  })

  it('marks the page as the console’s, so that its outline is painted first', async () => {
    for (const path of ['/console', '/console/cost/coupon', '/create-instance', '/operator/panel', '/recharge']) {
      expect((await visit(path)).body).toContain('<html lang="zh-CN" data-world="console">')
    }
    for (const path of ['/consoles', '/home', '/nowhere']) expect((await visit(path)).body).not.toContain('data-world')
  })

  it('paints the scheme that was chosen, and nothing else a cookie says', async () => {
    const htmlOf = async (cookie: string) => /<html[^>]*>/.exec((await visit('/home', { cookie })).body)?.[0]
    expect(await htmlOf('a=1; color-scheme=dark; b=2')).toBe('<html lang="zh-CN" data-theme="dark">')
    expect(await htmlOf('color-scheme=light')).toBe('<html lang="zh-CN" data-theme="light">')
    expect(await htmlOf('color-scheme="><script>')).toBe('<html lang="zh-CN">')
    expect(await htmlOf('xcolor-scheme=dark')).toBe('<html lang="zh-CN">')
  })

  it.each(['//', '//[', '/%E0%A4%A', '/?%', '/中文/😀', `/${'a'.repeat(5000)}`, '/home/../console'])(
    'has no fault of its own for %s',
    async (url) => {
      expect((await visit(url)).statusCode).toBeLessThan(500)
    },
  )

  it('comes compressed as the browser likes, and not again when it is known', async () => {
    const plain = (await visit('/home')).body
    const br = await visit('/home', { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain)
    const gzip = await visit('/home', { 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain)
    const again = await visit('/home', { 'if-none-match': String(br.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(br.headers['cache-control']).toBe('no-cache')
  })

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'text/html;q=0.1, application/json',
    'TEXT/HTML ; q=1',
    'application/json, text/plain, */*',
    '*/*;q=0, text/html',
    'image/*;q=0, */*;q=0.5',
  ])('gives the page to whoever does not rule it out, by GET and HEAD: Accept %s', async (accept) => {
    const headers = accept === undefined ? {} : { accept }
    const got = await app.inject({ url: '/home', headers })
    expect([got.statusCode, got.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(got.body).toContain('首页')
    expect(String(got.headers.vary)).toContain('accept,')
    const head = await app.inject({ method: 'HEAD', url: '/home', headers })
    expect(head.statusCode).toBe(200)
    for (const name of ['content-type', 'content-length', 'etag', 'vary']) expect(head.headers[name]).toBe(got.headers[name])
  })

  it('sends what a check for life asks for by HEAD, and no body after it', async () => {
    const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
    const socket = connect(port, '127.0.0.1')
    socket.write('HEAD /home HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
    const answer = Buffer.concat(await socket.toArray()).toString()
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toMatch(/content-length: [1-9]/)
    expect(answer).toMatch(/\r\n\r\n$/)
  })

  it.each(['text/html;q=0', 'text/html;q=0.000, */*', 'text/*;q=0', '*/*;q=0', 'application/json', 'image/png,image/*'])(
    'gives no page to whoever rules it out: Accept %s',
    async (accept) => {
      const { statusCode, headers } = await visit('/home', { accept })
      expect([statusCode, headers['content-type'], headers.vary]).toEqual([404, 'application/json; charset=utf-8', 'accept'])
    },
  )

  it('takes an address with the name of a file for that file, unless a browser opens it', async () => {
    for (const url of ['/logo-2x.png', '/ads.txt', '/community/image.json']) {
      const { headers, statusCode } = await app.inject({ url, headers: { accept: 'image/avif,*/*;q=0.8' } })
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8'])
    }
    expect((await visit('/console.html')).body).toContain('<div id="root"></div>')
  })

  it('tells crawlers where nothing stands, with the page that leads people home', async () => {
    for (const url of ['/nowhere', '/community/nope', '/help/nope', '/homes']) {
      const { statusCode, body } = await visit(url)
      expect([url, statusCode]).toEqual([url, 404])
      expect(body).toContain('<div id="root"></div>')
    }
    for (const url of ['/phone-login?url=%2Fconsole', '/About-us/', '/console/nope', '/help/faq/']) {
      expect([url, (await visit(url)).statusCode]).toEqual([url, 200])
    }
    const known = String((await visit('/nowhere')).headers.etag)
    expect((await visit('/nowhere', { 'if-none-match': known })).statusCode).toBe(404)
  })

  it('answers calls to unknown addresses of the API as an API does', async () => {
    expect((await visit('/api/v1/nothing')).json()).toMatchObject({ success: false, code: '00900404' })
    for (const accept of ['*/*', 'text/html']) {
      const gone = await visit('/assets/gone.js', { accept })
      expect([gone.statusCode, gone.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
    }
    for (const url of ['/v1/nothing', '/tus/nothing', '/api', '/sse/v1/nothing', '/ws?x=1']) {
      const { statusCode, headers } = await visit(url)
      expect([url, statusCode, headers['content-type']]).toEqual([url, 404, 'application/json; charset=utf-8'])
    }
    expect((await app.inject('/assets/index-1.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('gives a file as it is, packed, by its head alone, or not at all if it has not changed', async () => {
    const url = '/assets/index-1.js?v=2'
    const plain = await app.inject(url)
    expect([plain.statusCode, plain.body]).toEqual([200, 'export {}'])
    const packed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect([packed.headers['content-encoding'], packed.headers['content-type']]).toEqual(['br', plain.headers['content-type']])
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
    const head = await app.inject({ url, method: 'HEAD' })
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag])
    expect((await app.inject({ url, headers: { 'if-none-match': String(plain.headers.etag) } })).statusCode).toBe(304)
    for (const [method, other] of [
      ['POST', url],
      ['GET', '/.hidden'],
      ['GET', '/assets'],
      ['GET', '/assets/..%2findex-1.js'],
    ] as const)
      expect([other, (await app.inject({ method, url: other })).statusCode]).toEqual([other, 404])
  })

  it('does not give the page of a help article that is hidden, nor list it', async () => {
    expect((await visit('/help/faq')).body).toContain('问答')
    const { kysely } = platform.deps.database
    const { user } = await platform.signUp()
    const hidden = { slug: 'faq', visible: false, changed_by: user.id, changed_at: platform.clock.now() }
    await kysely.insertInto('help_articles').values(hidden).execute()
    const gone = await visit('/help/faq')
    expect(gone.body).toContain('<div id="root"></div>')
    expect(gone.statusCode).toBe(404)
    expect((await app.inject('/sitemap.xml')).body).not.toContain('/help/faq')
    await kysely.deleteFrom('help_articles').execute()
  })

  it('allows no script of the page’s own', async () => {
    const policy = String((await visit('/home')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self';")
  })

  it('lets a page call and show what its build calls, by this server alone', async () => {
    const settings = join(root, 'pages/settings.json')
    await writeFile(settings, JSON.stringify({ api_host: 'https://api.example.cn' }))
    const far = await buildApp(platform.deps, root)
    await rm(settings)
    const policy = String(
      (await far.inject({ url: '/home', headers: { accept: 'text/html' } })).headers['content-security-policy'],
    )
    expect(policy).toContain("connect-src 'self' https://api.example.cn wss://api.example.cn;")
    expect(policy).toContain("img-src 'self' data: blob: https://api.example.cn;")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'")
    await far.close()
  })
})

describe('issue 4: what search engines are told', () => {
  const structured = (body: string) => {
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
    return JSON.parse(json)['@graph'] as {
      '@type': string
      name: string
      itemListElement?: { item: { name: string; offers: object } }[]
    }[]
  }

  it('names us and every product with its price and whether it can be had', async () => {
    const graph = structured((await visit('/home')).body)
    expect(graph.map((node) => node['@type'])).toEqual(['Organization', 'WebSite', 'ItemList'])
    expect(graph[0]!.name).toBe('某<某>算力')
    const offer = await app.inject(`/api/v1/product/${toProductId('RTX 4090')}`)
    const { name, price } = offer.json().data
    const listed = graph[2]!.itemListElement!.find(({ item }) => item.name.startsWith(name))
    expect(listed!.item.offers).toMatchObject({
      priceCurrency: 'CNY',
      price: price.hour,
      availability: 'https://schema.org/InStock',
    })
    expect((await visit('/about-us')).body).not.toContain('ld+json')
  })

  it('follows the market, a minute late at most', async () => {
    const before = (await visit('/home')).body
    await platform.deps.database.kysely
      .updateTable('products')
      .set({ name: '新名字' })
      .where('id', '=', toProductId('RTX 4090'))
      .execute()
    expect((await visit('/home')).body).toBe(before)
    await platform.clock.advance(61_000)
    expect((await visit('/home')).body).toContain('新名字')
  })

  it('lists the written pages in the sitemap, and asks for no visits to what is private', async () => {
    const sitemap = await app.inject('/sitemap.xml')
    expect(sitemap.body.match(/<loc>[^<]*<\/loc>/g)).toEqual([
      '<loc>https://gpu.example.cn/home</loc>',
      '<loc>https://gpu.example.cn/about-us</loc>',
      '<loc>https://gpu.example.cn/help/faq</loc>',
    ])
    const robots = (await app.inject('/robots.txt')).body
    for (const line of [
      'Disallow: /console',
      'Disallow: /operator',
      'Disallow: /api',
      'Disallow: /browser-floor.js',
      'Sitemap: https://gpu.example.cn/sitemap.xml',
    ]) {
      expect(robots).toContain(line)
    }
  })
})

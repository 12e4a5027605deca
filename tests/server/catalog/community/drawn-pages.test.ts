import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { communityImages } from '#contract/community.ts'
import { buildApp } from '#server/app.ts'
import { drawnPages } from '#src/app/prerendered-pages.ts'
import { paths } from '#src/paths.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'
import { createCommunityHelper } from './entries.ts'

const hostile = '<img src=x onerror=alert(1)></script><script>alert(2)</script>$&%BRAND%<!--data-->'
const hostileReadme = '# 说明\n\n<script>alert(3)</script>\n\n[点我](javascript:alert(4)) ![图](https://evil.example/x.png)\n'

const buildBundle = (folder: string) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'tests/support/prerender.child.ts', folder], {
    env: { ...process.env, NODE_ENV: 'production' },
  })

let rental: RentalPlatform
let community: ReturnType<typeof createCommunityHelper>
let app: FastifyInstance
let root: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'zhisuan-drawn-'))
  await buildBundle(join(root, 'prerender'))
  await mkdir(join(root, 'pages'))
  const empty = '<!doctype html><html lang="zh-CN"><head></head><body><div id="root"></div></body></html>'
  const drawn =
    '<!doctype html><html lang="zh-CN"><head><!--head--></head><body><div id="root"><!--drawn--></div><!--data--></body></html>'
  await Promise.all([
    mkdir(join(root, 'web')),
    writeFile(join(root, 'pages/pages.json'), JSON.stringify([{ path: paths.communityImages, file: 'list.html' }])),
    writeFile(join(root, 'pages/addresses.json'), JSON.stringify(drawnPages.map(({ path }) => path))),
    writeFile(
      join(root, 'pages/drawn.json'),
      JSON.stringify(drawnPages.map(({ path, params }) => ({ path, params, file: 'drawn.html' }))),
    ),
    writeFile(join(root, 'pages/drawn.html'), drawn),
    ...['app', 'console', 'list'].map((name) => writeFile(join(root, `pages/${name}.html`), empty)),
  ])
  rental = await createRentalPlatform()
  community = createCommunityHelper(rental)
  const author = await rental.addPerson()
  const lora = await community.addImage(author, 'lora', { name: 'LoRA 微调', summary: '单卡微调大模型', tags: ['训练'] })
  await lora('1.0', 'published')
  const bad = await community.addImage(author, 'bad', {
    name: hostile,
    summary: hostile,
    tags: ['<b>训练'],
    readme: hostileReadme,
  })
  await bad('1.0', 'published')
  for (const state of ['pending', 'refused', 'offline'] as const) {
    const hidden = await community.addImage(author, `hidden-${state}`, { name: `不公开-${state}` })
    await hidden('1.0', state)
  }
  const shapes = await community.addDataSet(author, 'shapes', { name: '几何图形', tags: ['教学'] })
  await shapes('1.0', 'published')
  app = await buildApp(rental.deps, root)
})
afterAll(async () => {
  await app.close()
  await rental.close()
  await rm(root, { recursive: true })
})

const visit = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { accept: 'text/html', ...headers } })
const answersIn = (body: string) =>
  (JSON.parse(/id="first-answers">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}') as { answers: Record<string, never> }).answers
/** The drawn part, without the data block. */
const drawnIn = (body: string) => /<div id="root">(.*)<\/div><script type="application\/json"/s.exec(body)?.[1] ?? ''

describe('docs/decisions/090 Community pages are drawn by the server', () => {
  it('have their rows in the HTML, with what they were drawn from', async () => {
    const { body, statusCode } = await visit(paths.communityImages)
    expect(statusCode).toBe(200)
    expect(drawnIn(body)).toContain('LoRA 微调')
    expect(drawnIn(body)).toContain('2 个镜像')
    const { data, total } = await rental.call(communityImages.list, { query: { sort: 'uses', order: 'desc', page_size: 12 } })
    expect(answersIn(body)['images?']).toEqual({ items: data, total })
    expect(Object.keys(answersIn(body))).toEqual(expect.arrayContaining(['images?', 'image-facets']))
    expect(drawnIn((await visit(paths.communityDataSets)).body)).toContain('几何图形')
  })

  it('say in their head what an entry is', async () => {
    const { body } = await visit(paths.communityImage('lora'))
    expect(body).toMatch(/<title>LoRA 微调 · [^<]+<\/title>/)
    expect(body).toContain('<meta name="description" content="单卡微调大模型" />')
    expect(body).toMatch(/<link rel="canonical" href="http[^"]+\/community\/image\/detail\?id=lora" \/>/)
    expect(drawnIn(body)).toContain('lora 1.0</h')
    expect(drawnIn((await visit(paths.communityDataSet('shapes'))).body)).toContain('/datasets/shapes/1.0')
  })

  it('take nothing of what a user wrote as markup', async () => {
    for (const url of [paths.communityImages, paths.communityImage('bad')]) {
      const { body } = await visit(url)
      expect(drawnIn(body)).toContain('&lt;img src=x onerror=alert(1)&gt;')
      expect(drawnIn(body)).toContain('$&amp;%BRAND%&lt;!--data--&gt;')
      expect(body.match(/<script/g)).toHaveLength(1) // the data block
      expect(body.match(/<\/script/g)).toHaveLength(1)
      expect(body).not.toMatch(/<img|<b>|onerror="|href="javascript:/i)
      expect(JSON.stringify(answersIn(body))).toContain('<img src=x onerror=alert(1)>')
    }
  })

  it('contain nothing that is not published', async () => {
    const { body } = await visit(paths.communityImages)
    expect(body).not.toContain('不公开')
    for (const state of ['pending', 'refused', 'offline'])
      expect((await visit(paths.communityImage(`hidden-${state}`))).statusCode).toBe(404)
  })

  it.each(['?id=nobody', '', '?id=', '?id=%00', `?id=${'a'.repeat(65)}`])(
    'are 404 with the page that says so for %s',
    async (search) => {
      const { body, statusCode } = await visit(`/community/image/detail${search}`)
      expect(statusCode).toBe(404)
      expect(body).toContain('<div id="root"></div>')
    },
  )

  it('are in the sitemap, the published ones', async () => {
    const { body } = await app.inject('/sitemap.xml')
    expect(body).toMatch(/<loc>http[^<]+\/community\/image\/detail\?id=lora<\/loc>/)
    expect(body).toMatch(/<loc>http[^<]+\/community\/data-set\/detail\?id=shapes<\/loc>/)
    expect(body).not.toContain('hidden-')
  })

  it('are the same for everybody, whoever asks', async () => {
    const person = await rental.addPerson()
    await rental.call(communityImages.star, { params: { id: 'lora' }, body: { starred: true } }, { token: await person.token() })
    const { body } = await visit(`${paths.communityImage('lora')}&version=1.0`, {
      authorization: `Bearer ${await person.token()}`,
    })
    expect(answersIn(body)['image/lora/']).toMatchObject({ starred: false })
    expect(body).not.toContain(person.id)
  })

  it('are kept for ten seconds, by what the page understands of the address', async () => {
    const offline = await community.addImage(await rental.addPerson(), 'brief', { name: '转瞬即逝' })
    const imageId = await offline('1.0', 'published')
    const url = paths.communityImage('brief')
    expect((await visit(`${url}&utm_source=mail`)).body).toContain('转瞬即逝')
    await community.setState(imageId, 'offline')
    const kept = await visit(url)
    expect(kept.body).toContain('转瞬即逝')
    expect(kept.body).not.toContain('utm_source')
    await rental.clock.advance(10_000)
    expect((await visit(url)).statusCode).toBe(404)
  })

  it('are sent undrawn to who asks for too many others, and drawn if others have just asked for them', async () => {
    await rental.clock.advance(20_000)
    const real = rental.deps.config
    const strict = { ...rental.deps, config: { ...real, traffic: { ...real.traffic, network_rps: 0.1 } } }
    const narrow = await buildApp(strict, root)
    const ask = async (id: string) =>
      (await narrow.inject({ url: `/community/image?tag=${id}`, headers: { accept: 'text/html' }, remoteAddress: '203.0.113.7' }))
        .body
    expect(drawnIn(await ask('a'))).not.toBe('')
    const undrawn = await ask('b')
    expect(undrawn).toContain('<div id="root"></div>')
    expect(drawnIn(await ask('a'))).not.toBe('')
    await narrow.close()
  })
})

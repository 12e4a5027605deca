import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { helpArticles } from '#contract/help-articles.ts'
import { allEndpoints } from '#contract/index.ts'
import { agreements } from '#contract/legal.ts'
import { limits } from '#contract/limits.ts'
import { computeRunCharge, formatFenAsYuan, parseYuanToMicro } from '#contract/money.ts'
import { openapiPath } from '#contract/openapi.ts'
import { paths } from '#src/paths.ts'
import { loadArticleText } from '#src/site/help/articles.ts'
import { parseArticle } from '#src/site/help/front-matter.ts'
import { fillPlaceholders, helpValues } from '#src/site/help/help-values.ts'
import { parseHeadings } from '#src/ui/markdown/headings.ts'
import { parseSections } from '#src/ui/markdown/sections.ts'
import { buildHelpArticlesModule } from '../../../../scripts/web/help-articles.ts'

const root = 'src/site/help/articles'
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.md'))
const sources = files.map((file) => ({ file, source: readFileSync(`${root}/${file}`, 'utf8') }))
const filled = new Map(await Promise.all(helpArticles.map(async ({ slug }) => [slug, await loadArticleText(slug)] as const)))

describe('The list of articles', () => {
  it('is that of the files: npm run help:index', () => {
    expect(readFileSync('contract/help-articles.ts', 'utf8')).toBe(buildHelpArticlesModule())
    expect(helpArticles.length).toBe(files.length)
    expect(helpArticles.length).toBeGreaterThan(20)
  })

  it('has one article an address, and the addresses of the agreements', () => {
    const slugs = helpArticles.map(({ slug }) => slug as string)
    expect(new Set(slugs).size).toBe(slugs.length)
    expect(slugs.filter((slug) => !/^[a-z-]+$/.test(slug))).toEqual([])
    const legal = Object.values(agreements).map(({ slug }) => paths.helpArticle(slug))
    expect(legal).toEqual([paths.serviceAgreement, paths.privacyPolicy, paths.antiMining])
    for (const { title, slug } of Object.values(agreements))
      expect(helpArticles.find((article) => article.slug === slug)).toMatchObject({ title, section: 'legal' })
  })

  it('says of each when it was last changed', () => {
    for (const { updated, slug } of helpArticles) expect(updated, slug).toMatch(/^20\d\d-[01]\d-[0-3]\d$/)
  })
})

describe('Numbers in the articles', () => {
  it('are placeholders: a placeholder that stands for nothing fails', () => {
    expect(() => fillPlaceholders('{{no_such_value}}')).toThrow('no_such_value')
    expect(fillPlaceholders('{{ release_days }} 天')).toBe(`${limits.releaseDays} 天`)
  })

  it('leave no placeholder behind, and no value unused', () => {
    for (const [slug, text] of filled) expect(text, slug).not.toMatch(/\{\{|\}\}|undefined|NaN/)
    const used = new Set(sources.flatMap(({ source }) => [...source.matchAll(/\{\{(.*?)\}\}/g)].map(([, name]) => name!.trim())))
    expect(Object.keys(helpValues).filter((name) => !used.has(name))).toEqual([])
  })

  /** Rules a sentence states with its own number because it is the spec's wording, not a constant of the code. */
  const asWritten = ['account/sign-in.md: 16 位', 'billing/invoices.md: 18 位']
  const amount =
    /(?:¥\s*)?\d[\d.,]*\s*(?:秒|分钟|小时|天|周岁|周|个月|个工作日|工作日|%|元|GB|MB|核|张|次|条|个|台|位|把)|¥\s*\d/g

  it('never stand in the text itself where a constant could change', () => {
    const raw = sources.flatMap(({ file, source }) => {
      const prose = parseArticle(source)
        .body.replace(/```[\s\S]*?```/g, '')
        .replace(/`[^`]*`/g, '')
        .replace(/^\d+\.\d+ /gm, '')
      return [...prose.matchAll(amount)].map(([found]) => `${file}: ${found}`)
    })
    expect(raw.filter((found) => !asWritten.includes(found))).toEqual([])
  })

  it('of the worked examples are those of the functions that bill', () => {
    const text = filled.get('billing-examples')!
    const price = parseYuanToMicro('2.28') // requirements §9
    expect(text).toContain(`5430 ÷ 3600，舍去不足 1 分的部分 = ¥${formatFenAsYuan(computeRunCharge(price, 5430n))}`)
    expect(text).toContain(`4.56 × 8 = ¥${formatFenAsYuan(computeRunCharge(price * 2n, 28_800n))}`)
    for (const shown of ['¥2.28', '¥54.72', '¥383.04']) expect(text).toContain(shown)
  })
})

describe('Marks in the articles', () => {
  it('all take effect: none is left to be read', () => {
    for (const [slug, text] of filled) for (const section of parseSections(text)) expect(section.text, slug).not.toContain('**')
  })
})

describe('Links in the articles', () => {
  const links = [...filled].flatMap(([slug, text]) =>
    [...text.matchAll(/\]\((?!diagram:)([^)]+)\)/g)].map(([, href]) => ({ slug, href: href! })),
  )

  it('lead to articles that are there, and to pages of the product', () => {
    const pages = new Set<string>(Object.values(paths).flatMap((path) => (typeof path === 'string' ? [path] : [])))
    pages.add(paths.createInstance())
    const slugs = new Set<string>(helpArticles.map(({ slug }) => paths.helpArticle(slug)))
    expect(links.length).toBeGreaterThan(60)
    expect(links.filter(({ href }) => !slugs.has(href) && !pages.has(href))).toEqual([])
  })

  it('and calls of the API that the text names are calls of the contract', () => {
    const known = new Set<string>([openapiPath, ...allEndpoints.map(({ endpoint }) => endpoint.path)])
    const named = [...filled.values()].flatMap((text) => text.match(/\/api\/v1\/[\w/.]+/g) ?? [])
    expect(named.length).toBeGreaterThan(3)
    expect(named.filter((path) => !known.has(path))).toEqual([])
  })

  it('every section of an article has an address of its own', () => {
    for (const [slug, text] of filled) {
      const ids = parseHeadings(text).map(({ id }) => id)
      expect(new Set(ids).size, slug).toBe(ids.length)
      expect(ids.every(Boolean), slug).toBe(true)
    }
  })
})

describe('requirements §9 Legal values', () => {
  const service = () => filled.get('serviceagreement')!
  const privacy = () => filled.get('privacypolicy')!
  const mining = () => filled.get('anti-mining')!

  it.each<[string, () => string, string]>([
    ['bill confirmation 5 working days', service, `账单出具后 ${limits.billConfirmWorkingDays} 个工作日内提出`],
    ['maintenance notice 24 h', service, `至少提前 ${limits.maintenanceNoticeHours} 小时通知`],
    ['major change notice 3 days', service, `至少提前 ${limits.majorChangeNoticeDays} 天`],
    ['late fee 0.1% per day', service, `按每日 ${limits.lateFeePercentPerDay}% 收取滞纳金`],
    ['termination after more than 15 days late', service, `逾期超过 ${limits.lateTerminationDays} 天`],
    [
      'liability capped at fees paid in the last 12 months',
      service,
      `最近 ${limits.liabilityMonths} 个月内你为相关服务实际支付的费用为限`,
    ],
    ['anti-mining explanation due within 24 h of warning', mining, `警告发出后 **${limits.miningExplanationHours} 小时**内`],
    ['contact reply within 15 working days', service, `${limits.contactReplyWorkingDays} 个工作日内答复`],
    ['contact reply within 15 working days (privacy)', privacy, `${limits.contactReplyWorkingDays} 个工作日内答复`],
    ['minors under 14 need a guardian', privacy, `未满 ${limits.minGuardianAge} 周岁的未成年人，应当由监护人`],
    ['minors under 14 need a guardian (service)', service, `未满 ${limits.minGuardianAge} 周岁的未成年人应当由监护人`],
    ['real-name verification before buying', privacy, '实名认证是购买服务的前提'],
  ])('%s', (_, text, sentence) => expect(text()).toContain(sentence))

  it('are those of the specification', () => {
    expect(limits).toMatchObject({
      billConfirmWorkingDays: 5,
      maintenanceNoticeHours: 24,
      majorChangeNoticeDays: 3,
      lateFeePercentPerDay: 0.1,
      lateTerminationDays: 15,
      miningExplanationHours: 24,
      liabilityMonths: 12,
      contactReplyWorkingDays: 15,
      minGuardianAge: 14,
    })
  })

  it.each([
    ['service', service],
    ['privacy', privacy],
    ['anti_mining', mining],
  ] as const)('the %s agreement names its version and the day from which it holds', (name, text) => {
    const { version, effective } = agreements[name]
    expect(text()).toContain(`版本 ${version}，自 ${effective} 起生效`)
  })
})

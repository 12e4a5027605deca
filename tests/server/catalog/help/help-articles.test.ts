import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resultCodes } from '#contract/codes.ts'
import { help } from '#contract/help.ts'
import { helpArticles } from '#contract/help-articles.ts'
import { agreements } from '#contract/legal.ts'
import { operatorAudit } from '#contract/operator/audit.ts'
import { operatorHelpArticles as articles } from '#contract/operator/help-articles.ts'
import { isHelpPageShown } from '#server/domains/catalog/help/help.service.ts'
import type { Person } from '#tests/support/people.ts'
import { createRentalPlatform, type RentalPlatform } from '#tests/support/rental.ts'

let rental: RentalPlatform
let reviewer: Person
beforeAll(async () => {
  rental = await createRentalPlatform()
  reviewer = await rental.addPerson({ role: 'operator_review' })
})
afterAll(() => rental.close())

const hidden = async () => (await rental.call(help.hidden)).data.slugs
const turn = (name: 'show' | 'hide', id: string) => reviewer.call(articles[name], { params: { id } })

describe('product §10 Which help articles are shown', () => {
  it('all, in the order of the contents, until an operator hides one', async () => {
    const { data, total } = await reviewer.call(articles.list, { query: { page_size: 100 } })
    expect(data.map(({ id }) => id)).toEqual(helpArticles.map(({ slug }) => slug))
    expect(total).toBe(helpArticles.length)
    expect(data.every(({ visible, changed_by: changedBy }) => visible && changedBy === null)).toBe(true)
    expect(await hidden()).toEqual([])
  })

  it('tells everybody which are hidden, and no longer once they are shown again', async () => {
    const { data } = await turn('hide', 'queue')
    expect(data).toMatchObject({ visible: false, changed_at: rental.clock.now().toISOString() })
    expect(data.changed_by).not.toBeNull()
    expect(await hidden()).toEqual(['queue'])
    const shown = (path: string) => isHelpPageShown(rental.deps, path)
    expect(await Promise.all(['/help/queue', '/help/queue/', '/help/ssh', '/help/', '/home'].map(shown))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ])
    expect((await reviewer.call(articles.get, { params: { id: 'queue' } })).data.visible).toBe(false)
    expect((await turn('hide', 'queue')).code).toBe(resultCodes.nothing_to_change.code)
    await turn('show', 'queue')
    expect(await hidden()).toEqual([])
  })

  it('never hides an agreement', async () => {
    for (const { slug } of Object.values(agreements)) {
      const reply = await turn('hide', slug)
      expect([reply.code, reply.message]).toEqual([resultCodes.action_not_allowed.code, '协议不能隐藏'])
    }
    expect(await hidden()).toEqual([])
  })

  it('writes who did it, before and after, in the audit log', async () => {
    await turn('hide', 'ssh')
    const admin = await rental.addPerson({ role: 'operator_admin' })
    const [row] = (await admin.call(operatorAudit.history, { params: { id: 'ssh' } })).data
    expect(row).toMatchObject({
      endpoint: 'operator_help_articles.hide',
      actor: { id: reviewer.id },
      before: { visible: 'true' },
      after: { visible: 'false' },
    })
    await turn('show', 'ssh')
  })

  it('finds by words, section and state, a page at a time', async () => {
    const list = async (query: object) => {
      const { data, total } = await reviewer.call(articles.list, { query })
      return { ids: data.map(({ id }) => id), total }
    }
    expect((await list({ keyword: 'ssh' })).ids).toContain('ssh')
    expect((await list({ section: 'legal' })).ids).toEqual(Object.values(agreements).map(({ slug }) => slug))
    await turn('hide', 'faq')
    expect(await list({ visible: 'false' })).toEqual({ ids: ['faq'], total: 1 })
    const second = await list({ page: 2, page_size: 5 })
    expect(second.ids).toEqual(helpArticles.slice(5, 10).map(({ slug }) => slug))
    expect(second.total).toBe(helpArticles.length)
    await turn('show', 'faq')
  })

  it('does not know an article that is not there', async () => {
    expect((await turn('hide', 'none')).status).toBe(404)
  })
})

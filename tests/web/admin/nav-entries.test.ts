import { pages, resources } from 'virtual:resources/console'
import * as operator from 'virtual:resources/operator'
import { describe, expect, it } from 'vitest'
import { buildConsoleNav, findCurrentPage, groupNavEntries } from '#src/admin/layout/nav-entries.ts'
import { paths } from '#src/paths.ts'

const entries = buildConsoleNav(resources, pages)
const at = (address: string) => {
  const place = findCurrentPage(entries, address.split('?', 1)[0] ?? address)
  return place && [place.entry.label, place.page.tab, place.label]
}

describe('Every page of the console has its entry and its tab marked', () => {
  it.each([
    [paths.containerInstances, '容器实例', '实例', '容器实例'],
    [paths.containerInstance('gpu-1'), '容器实例', '实例', '容器实例'],
    [paths.instanceRenew({ id: 'gpu-1' }), '容器实例', '实例', '续费'],
    [paths.createInstance(), '容器实例', '实例', '创建实例'],
    [paths.queue, '容器实例', '排队', '排队'],
    [paths.invoices, '发票', '发票', '发票管理'],
    [paths.invoicing, '发票', '发票', '申请开票'],
    [paths.invoiceTitles, '发票', '抬头', '发票抬头'],
    [`${paths.invoiceTitles}/create`, '发票', '抬头', '发票抬头'],
    [paths.invoiceEmails, '发票', '收票邮箱', '收票邮箱'],
    [`${paths.invoiceEmails}/create`, '发票', '收票邮箱', '收票邮箱'],
    [paths.invoiceDetails({ id: 'invoice-1' }), '发票', '发票', '发票管理'],
    [paths.sharedImages, '镜像', '共享给我', '共享给我的镜像'],
    [paths.myCollectedImages, '镜像', '我的收藏', '收藏的镜像'],
    [paths.myDataSet('set-1'), '数据集', '我发布的', '我的数据集'],
    [paths.releaseDataSet, '数据集', null, '发布数据集'],
    [paths.recharge, '费用总览', '充值', '充值'],
    [paths.messages, '账户设置', '消息通知', '消息通知'],
  ])('%s', (address, ...place) => expect(at(address)).toEqual(place))

  it('none is left out', () => {
    const addresses = [...pages, ...resources].map(({ path }) => path)
    expect(addresses.filter((address) => !at(address))).toEqual([])
  })
})

describe('A menu that is learnt in a day', () => {
  it.each([
    ['the renter', entries, 12],
    ['the operator', buildConsoleNav(operator.resources, operator.pages), 14],
  ] as const)('has few entries for %s, each with an icon of its own', (_, all, most) => {
    const shown = groupNavEntries(all).flatMap((group) => group.entries)
    expect(shown.length).toBe(all.length)
    expect(shown.length).toBeLessThanOrEqual(most)
    expect(new Set(shown.map(({ icon }) => icon)).size).toBe(shown.length)
    expect(new Set(shown.map(({ label }) => label)).size).toBe(shown.length)
  })
})

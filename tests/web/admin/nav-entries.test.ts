import { pages, resources } from 'virtual:resources/console'
import { describe, expect, it } from 'vitest'
import { buildConsoleNav, findCurrentPage } from '#src/admin/layout/nav-entries.ts'
import { paths } from '#src/paths.ts'

const entries = buildConsoleNav(resources, pages)
const at = (address: string) => {
  const place = findCurrentPage(entries, address.split('?', 1)[0] ?? address)
  return place && [place.entry.label, place.label]
}

describe('Every page of the console has its entry marked in the menu, and its own title on a phone', () => {
  it.each([
    [paths.containerInstances, '容器实例', '容器实例'],
    [paths.containerInstance('gpu-1'), '容器实例', '容器实例'],
    [paths.instanceRenew({ id: 'gpu-1' }), '容器实例', '续费'],
    [paths.createInstance(), '容器实例', '创建实例'],
    [paths.queue, '容器实例', '排队'],
    [paths.invoices, '发票管理', '发票管理'],
    [paths.invoicing, '发票管理', '申请开票'],
    [paths.invoiceTitles, '发票管理', '发票抬头'],
    [paths.invoiceEmails, '发票管理', '收票邮箱'],
    [`${paths.invoiceEmails}/create`, '发票管理', '收票邮箱'],
    [paths.invoiceDetails({ id: 'invoice-1' }), '发票管理', '发票管理'],
    [paths.myDataSet('set-1'), '我的数据集', '我的数据集'],
  ])('%s', (address, entry, label) => expect(at(address)).toEqual([entry, label]))

  it('none is left out', () => {
    const addresses = [...pages, ...resources].map(({ path }) => path)
    expect(addresses.filter((address) => !at(address))).toEqual([])
  })
})

import { pages, resources } from 'virtual:resources/console'
import { describe, expect, it } from 'vitest'
import { navEntriesOf, placeAt } from '#src/admin/layout/nav-entries.ts'
import { paths } from '#src/paths.ts'

const entries = navEntriesOf(resources, pages)
const at = (address: string) => {
  const place = placeAt(entries, address.split('?', 1)[0] ?? address)
  return place && [place.entry.label, place.label]
}

describe('Every page of the console has its entry marked in the menu, and its own title on a phone', () => {
  it.each([
    [paths.container_instances, '容器实例', '容器实例'],
    [paths.container_instance('gpu-1'), '容器实例', '容器实例'],
    [paths.instance_renew({ id: 'gpu-1' }), '容器实例', '续费'],
    [paths.create_instance(), '容器实例', '创建实例'],
    [paths.queue, '容器实例', '排队'],
    [paths.invoices, '发票管理', '发票管理'],
    [paths.invoicing, '发票管理', '申请开票'],
    [paths.invoice_titles, '发票管理', '发票抬头'],
    [paths.invoice_emails, '发票管理', '收票邮箱'],
    [`${paths.invoice_emails}/create`, '发票管理', '收票邮箱'],
    [paths.invoice_details({ id: 'invoice-1' }), '发票管理', '发票管理'],
    [paths.my_data_set('set-1'), '我的数据集', '我的数据集'],
  ])('%s', (address, entry, label) => expect(at(address)).toEqual([entry, label]))

  it('none is left out', () => {
    const addresses = [...pages, ...resources].map(({ path }) => path)
    expect(addresses.filter((address) => !at(address))).toEqual([])
  })
})

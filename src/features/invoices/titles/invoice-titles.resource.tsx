import { invoice_titles, title_holders } from '#contract/invoice-titles.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { Field } from '#src/admin/resource.ts'
import { invoiceTabs } from '#src/features/invoices/invoice-tabs.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

const isOrganisation = ({ holder }: Record<string, unknown>) => holder === 'company' || holder === 'university'
const special_help = '开专用发票时必填，只开普通发票可以不填。'

const fields = [
  { name: 'holder', label: '抬头类型', input: 'radio', options: title_holders, initial: 'company' },
  { name: 'name', label: '发票抬头', placeholder: '营业执照或身份证上的名称' },
  {
    name: 'tax_number',
    label: '税号',
    placeholder: '18 位统一社会信用代码',
    when: isOrganisation,
  },
  { name: 'address', label: '注册地址', help: special_help, when: isOrganisation },
  { name: 'phone', label: '电话', when: isOrganisation },
  { name: 'bank', label: '开户银行', when: isOrganisation },
  { name: 'bank_account', label: '银行账号', when: isOrganisation },
  { name: 'is_default', label: '设为默认抬头', input: 'switch', initial: false },
] as const satisfies readonly Field[]

/** What an invoice is made out to. */
export default defineResource({
  name: 'invoice-titles',
  label: '发票抬头',
  meaning: '申请开票时选用。修改或删除抬头不影响已申请的发票。',
  path: paths.invoice_titles,
  access: 'main',
  api: {
    list: invoice_titles.list,
    create: invoice_titles.create,
    update: invoice_titles.update,
    remove: invoice_titles.remove,
  },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '抬头' },
    { field: 'holder', title: '类型', type: 'word', words: title_holders },
    { field: 'tax_number', title: '税号', text: ({ tax_number }) => tax_number || '—' },
    {
      field: 'special_ready',
      title: '专用发票',
      text: ({ holder, special_ready }) => (holder === 'person' ? '不适用' : special_ready ? '可开' : '信息不全'),
    },
    {
      field: 'is_default',
      title: '默认',
      type: 'status',
      value: ({ is_default }) => (is_default ? 'default' : null),
      words: { default: '默认' },
      looks: { default: { tone: 'success', icon: 'check' } },
    },
  ],
  filters: { holder: { label: '类型', options: title_holders } },
  form: { create: fields, update: fields, submit: '添加', update_label: '修改' },
  actions: [
    {
      name: 'default',
      label: '设为默认',
      icon: <Icon name="check" />,
      endpoint: invoice_titles.set_default,
      allowed: ({ is_default }) => !is_default,
      when_off: 'hidden',
    },
  ],
  remove: { effect: '以后申请开票时不能再选；已申请的发票保留申请时的抬头。' },
  tabs: invoiceTabs,
  empty: { title: '还没有发票抬头', hint: '先添加一个抬头：个人填姓名即可，企业和高校需要统一社会信用代码。' },
})

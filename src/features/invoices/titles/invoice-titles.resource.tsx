import { invoiceTitles, titleHolders } from '#contract/invoice-titles.ts'
import { defineResource } from '#src/admin/define-resource.ts'
import type { ResourceField } from '#src/admin/resource.ts'
import { paths } from '#src/paths.ts'
import { Icon } from '#src/ui/Icon.tsx'

const isOrganisation = ({ holder }: Record<string, unknown>) => holder === 'company' || holder === 'university'
const specialHelp = '注册地址到银行账号这四项，开专用发票时才需要。'

const fields = [
  { name: 'holder', label: '抬头类型', input: 'radio', options: titleHolders, initial: 'company' },
  { name: 'name', label: '发票抬头', placeholder: '营业执照或身份证上的名称' },
  {
    name: 'tax_number',
    label: '税号',
    placeholder: '18 位统一社会信用代码',
    when: isOrganisation,
  },
  { name: 'address', label: '注册地址', help: specialHelp, when: isOrganisation },
  { name: 'phone', label: '电话', when: isOrganisation },
  { name: 'bank', label: '开户银行', when: isOrganisation },
  { name: 'bank_account', label: '银行账号', when: isOrganisation },
  { name: 'is_default', label: '设为默认抬头', input: 'switch', initial: false },
] as const satisfies readonly ResourceField[]

/** Titles (payer names) that invoices are issued to. */
export default defineResource({
  name: 'invoice-titles',
  label: '发票抬头',
  meaning: '申请开票时选用。修改或删除抬头不影响已申请的发票。',
  path: paths.invoiceTitles,
  nav: { section: 'invoices', order: 20, tab: '抬头' },
  access: 'main',
  api: {
    list: invoiceTitles.list,
    create: invoiceTitles.create,
    update: invoiceTitles.update,
    remove: invoiceTitles.remove,
  },
  title: ({ name }) => name,
  columns: [
    { field: 'name', title: '抬头' },
    { field: 'holder', title: '类型', type: 'word', words: titleHolders },
    { field: 'tax_number', title: '税号', text: ({ tax_number: taxNumber }) => taxNumber || '—' },
    {
      field: 'special_ready',
      title: '专用发票',
      text: ({ holder, special_ready: specialReady }) => (holder === 'person' ? '不适用' : specialReady ? '可开' : '信息不全'),
    },
    {
      field: 'is_default',
      title: '默认',
      type: 'status',
      value: ({ is_default: isDefault }) => (isDefault ? 'default' : null),
      words: { default: '默认' },
      looks: { default: { tone: 'success', icon: 'check' } },
    },
  ],
  filters: { holder: { label: '类型', options: titleHolders } },
  form: { create: fields, update: fields, submit: '添加', updateLabel: '修改' },
  actions: [
    {
      name: 'default',
      label: '设为默认',
      icon: <Icon name="check" />,
      endpoint: invoiceTitles.set_default,
      allowed: ({ is_default: isDefault }) => !isDefault,
      whenOff: 'hidden',
    },
  ],
  remove: { effect: '以后申请开票时不能再选；已申请的发票保留申请时的抬头。' },
  empty: { title: '还没有发票抬头', hint: '先添加一个抬头：个人填姓名即可，企业和高校需要统一社会信用代码。' },
})

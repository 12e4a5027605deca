import { z } from 'zod'
import { type LeadInterest as Interest, leadInterests } from './appliance.ts'
import { endpoint } from './endpoint.ts'
import { isPlainMultiline, isPlainText } from './plain-text.ts'
import { Vendor } from './products.ts'
import { Name, Phone } from './scalars.ts'

export const LeadInterestName = z.enum(Object.keys(leadInterests) as [Interest, ...Interest[]], {
  error: '请选择感兴趣的版本',
})

const Line = (max: number, label: string) =>
  z.string().trim().max(max, `${label}最多 ${max} 个字`).refine(isPlainText, `${label}不能包含控制字符`).default('')
/** Multi-line text. */
const Text = (max: number, label: string) =>
  z.string().trim().max(max, `${label}最多 ${max} 个字`).refine(isPlainMultiline, `${label}不能包含控制字符`).default('')

export const LeadForm = z.object({
  name: Name(20, '称呼'),
  phone: Phone,
  company: Line(60, '单位名称'),
  interest: LeadInterestName,
  vendor: Vendor.nullable().default(null),
  message: Text(500, '需求'),
})
export type LeadForm = z.input<typeof LeadForm>

export const leads = {
  create: endpoint({
    method: 'POST',
    path: '/api/v1/pre_sales_lead',
    access: 'public',
    summary: '售前咨询：留下联系方式，由运营人员回电',
    description: 'Leaves contact details for sales to call back; limited per phone and network.',
    message: '已收到',
    source: 'decided: requirements §1 names the appliance and pre-sales support, docs/decisions/026',
    body: LeadForm,
    data: z.null(),
  }),
}

import { Segmented } from 'antd'
import type { SpendBasis } from '#contract/consumption.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'

export const spendBasisNames: Record<SpendBasis, string> = { used: '按使用折算', paid: '按付款' }

/** Says where the part of a day that no row of that day explains is found. */
export const formatSpreadNote = (packages: string): string | undefined =>
  Number(packages) > 0 ? `其中套餐折算 ¥${formatYuan(packages)}，明细在付款那一天` : undefined

/** Switch between the two ways to count a day's spending. */
export const SpendBasisSwitch = ({ value, onChange }: { value: SpendBasis; onChange: (basis: SpendBasis) => void }) => (
  <Segmented<SpendBasis>
    size="small"
    aria-label="计算方式"
    value={value}
    onChange={onChange}
    options={(['used', 'paid'] as const).map((basis) => ({ label: spendBasisNames[basis], value: basis }))}
  />
)

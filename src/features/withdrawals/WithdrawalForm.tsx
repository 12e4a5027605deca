import { Button, Form, Input, Radio } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { type WithdrawalType, withdrawals, withdrawalTypes } from '#contract/withdrawals.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { normalizeAmount } from '#src/features/wallet/shared.ts'
import { createIdPath } from '#src/paths.ts'
import { parsePriceMicro } from '#src/ui/catalogue/price.ts'
import { formatYuan } from '#src/ui/format-yuan.ts'
import { createZodFormRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import { PayeeFields } from './PayeeFields.tsx'
import type { WithdrawalQuote } from './use-withdrawal-quote.ts'
import styles from './withdrawal.module.css'

type WithdrawalInput = z.input<typeof withdrawals.create.body>

/** Requests a withdrawal after the user authenticates again; one idempotency key stands for one intent. */
function useRequestWithdrawal(listPath: string) {
  const navigate = useNavigate()
  const { run, pending, failure } = useAction(withdrawals.create, {
    pageTells: true,
    onDone: ({ data }) => navigate(createIdPath(listPath)(data.id), { replace: true }),
  })
  const request = (intent: WithdrawalInput) => void run({ body: intent })
  return { request, requesting: pending, failure }
}

const incomeMinYuan = limits.withdrawalIncomeMinFen / 100
const incomeMinMicro = parsePriceMicro(String(incomeMinYuan))

const names = ['amount', 'payee_kind', 'payee_account', 'payee_bank']

/** Checks the amount before the user is asked to authenticate. */
const assertWithdrawable = async (quote: WithdrawalQuote | undefined, amount: string): Promise<void> => {
  if (quote && /^\d+(\.\d{1,2})?$/.test(amount) && parsePriceMicro(amount) > parsePriceMicro(quote.withdrawable))
    throw new Error(`最多可提现 ¥${formatYuan(quote.withdrawable)}`)
}

interface Props {
  listPath: string
  type: WithdrawalType
  quote: WithdrawalQuote | undefined
  onType: (type: WithdrawalType) => void
}

/** Form for type and amount, and the payee account for income; explains the effect before the click. */
export function WithdrawalForm({ listPath, type, quote, onType }: Props) {
  const [form] = Form.useForm<WithdrawalInput>()
  const { request, requesting, failure } = useRequestWithdrawal(listPath)

  useFieldErrors(form, failure?.errors)
  useRestoredFormFocus(form, requesting, Object.keys(failure?.errors ?? {})[0])

  return (
    <PagePanel>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={requesting || quote?.holder === null}
        initialValues={{ type, amount: '', payee_kind: 'alipay' }}
        onFinish={() => request(form.getFieldsValue(true))}
        scrollToFirstError={{ focus: true }}
      >
        {failure && <FormFailure error={failure} fields={names} />}
        <Form.Item name="type" label="提现类型">
          <Radio.Group
            optionType="button"
            options={([1, 2] as const).map((value) => ({ value, label: withdrawalTypes[value] }))}
            onChange={({ target }) => onType(target.value)}
          />
        </Form.Item>
        <Form.Item label="提现金额" htmlFor="amount" required>
          <div className={styles.typed}>
            <Form.Item
              name="amount"
              noStyle
              normalize={normalizeAmount}
              rules={[
                createZodFormRule(withdrawals.create.body, 'amount'),
                { validator: (_, value: string) => assertWithdrawable(quote, value) },
              ]}
              validateTrigger={validateOnBlur}
            >
              <Input prefix="¥" inputMode="decimal" autoComplete="off" maxLength={24} className={styles.amount ?? ''} />
            </Form.Item>
            {quote && type === 2 && parsePriceMicro(quote.withdrawable) < incomeMinMicro && (
              <span className={styles.few}>满 {incomeMinYuan} 元才能提现</span>
            )}
            {quote && parsePriceMicro(quote.withdrawable) >= (type === 2 ? incomeMinMicro : 1n) && (
              <Button
                type="link"
                size="small"
                className={styles.all ?? ''}
                onClick={() => form.setFieldValue('amount', quote.withdrawable)}
              >
                全部 ¥{formatYuan(quote.withdrawable)}
              </Button>
            )}
          </div>
        </Form.Item>
        {type === 2 && <PayeeFields holder={quote?.holder ?? null} />}
        <p className={styles.effect}>
          {type === 1
            ? '提交后金额立即冻结，不能再用于消费；一般 1 个工作日内审核，通过后按原充值方式退回，先充的先退。审核前可以取消。运行中的实例不受影响，余额不足时会按欠费规则关机。'
            : '提交后收益立即冻结；一般 1 个工作日内审核，通过后由财务转入这个账户，户名须与实名一致。审核前可以取消。'}
        </p>
        <Button type="primary" htmlType="submit" loading={requesting}>
          申请提现
        </Button>
      </Form>
    </PagePanel>
  )
}

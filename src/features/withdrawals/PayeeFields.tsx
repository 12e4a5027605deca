import { Form, Input, Radio } from 'antd'
import { withdrawals } from '#contract/withdrawals.ts'
import { createZodFormRule, validateOnBlur } from '#src/ui/zod-rule.ts'

const buildFieldRules = (name: string) => [createZodFormRule(withdrawals.create.body, name)]

/** Fields of the payee account; its holder is the verified real name and is not asked for. */
export function PayeeFields({ holder }: { holder: string | null }) {
  const kind = Form.useWatch('payee_kind')
  return (
    <>
      <Form.Item name="payee_kind" label="收款方式" rules={buildFieldRules('payee_kind')}>
        <Radio.Group
          optionType="button"
          options={[
            { value: 'alipay', label: '支付宝' },
            { value: 'bank', label: '银行卡' },
          ]}
        />
      </Form.Item>
      <Form.Item
        name="payee_account"
        label={kind === 'bank' ? '银行卡号' : '支付宝账号'}
        extra={holder ? `只能转入${holder}本人的账户` : undefined}
        rules={buildFieldRules('payee_account')}
        validateTrigger={validateOnBlur}
      >
        <Input autoComplete="off" placeholder={kind === 'bank' ? '16-19 位卡号' : '手机号或邮箱'} />
      </Form.Item>
      {kind === 'bank' && (
        <Form.Item name="payee_bank" label="开户银行" rules={buildFieldRules('payee_bank')} validateTrigger={validateOnBlur}>
          <Input autoComplete="off" placeholder="例如 工商银行北京海淀支行" />
        </Form.Item>
      )}
    </>
  )
}

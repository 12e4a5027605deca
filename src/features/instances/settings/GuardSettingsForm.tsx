import { Button, Form } from 'antd'
import { useState } from 'react'
import type { InstanceGuard } from '#contract/guards.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { type FieldErrors, parseFieldPath, useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import styles from './GuardSettingsForm.module.css'
import { type GuardFields, parseGuardFields, toGuardFields } from './guard-fields.ts'
import { IdleRuleSection } from './IdleRuleSection.tsx'
import { NextStop } from './NextStop.tsx'
import { ScheduleRuleSection } from './ScheduleRuleSection.tsx'
import { SpendRuleSection } from './SpendRuleSection.tsx'
import { TimerRuleSection } from './TimerRuleSection.tsx'
import { useSaveGuard } from './use-guard.ts'

/** The four rules in one form: what each does is said above it, what it would do is said below. */
export function GuardSettingsForm({ instance, guard }: { instance: InstanceDetail; guard: InstanceGuard }) {
  const [form] = Form.useForm<GuardFields>()
  const [touched, setTouched] = useState(false)
  const [own, setOwn] = useState<readonly string[]>([])
  const { show: showErrors } = useFieldErrors(form)

  const show = (faults: FieldErrors) => {
    setOwn(Object.keys(faults))
    showErrors(faults)
    const [first] = Object.keys(faults)
    if (first) form.scrollToField(parseFieldPath(first) as never, { block: 'center', focus: true })
  }

  const {
    save,
    pending: saving,
    failure,
    reset,
  } = useSaveGuard(instance.id, {
    pageTells: true,
    show,
    onDone: () => setTouched(false),
  })
  useRestoredFormFocus(form, saving)

  const submit = (fields: GuardFields) => {
    const read = parseGuardFields({ ...toGuardFields(guard), ...fields }, guard)
    reset()
    showErrors({})
    if ('faults' in read) return show(read.faults)
    void save(read.body)
  }

  return (
    <Form
      name="guard"
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={saving}
      initialValues={toGuardFields(guard)}
      onFinish={submit}
      onValuesChange={() => setTouched(true)}
      className={styles.form}
    >
      <NextStop guard={guard} instance={instance} />
      {failure && <FormFailure error={failure} fields={own} />}
      <TimerRuleSection />
      <ScheduleRuleSection />
      {instance.charge_rule === 'hour' && <SpendRuleSection guard={guard} instance={instance} />}
      <IdleRuleSection guard={guard} />
      <div className={styles.foot}>
        <Button type="primary" htmlType="submit" loading={saving} disabled={!touched}>
          保存
        </Button>
        <span className={styles.note}>
          自动关机前 10 分钟会通知你，可以延后。关机保留系统盘和数据盘
          {instance.charge_rule === 'hour' ? '，按量计费随之停止。' : '，套餐继续计时。'}
        </span>
      </div>
    </Form>
  )
}

import { Button, Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { InstanceGuard } from '#contract/guards.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { type FieldErrors, parseFieldPath, useFieldErrors } from '#src/admin/form/use-field-errors.ts'
import { useRestoredFormFocus } from '#src/admin/form/use-restored-form-focus.ts'
import { getServerNow } from '#src/api/server-time.ts'
import type { InstanceDetail } from '#src/features/instances/detail/instance-detail.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { formatTime } from '#src/ui/format-time.ts'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { formatHoursFromNow } from './beijing-input.ts'
import { GuardRuleSection } from './GuardRuleSection.tsx'
import { type GuardFields, parseGuardFields, toGuardFields } from './guard-fields.ts'
import { NextStop } from './NextStop.tsx'
import { ScheduleRuleSection } from './ScheduleRuleSection.tsx'
import { SpendRuleSection } from './SpendRuleSection.tsx'
import styles from './settings.module.css'
import { useGuard, useSaveGuard } from './use-guard.ts'

/** Rule: stop when the instance is idle. */
function IdleRuleSection({ guard: { idle_since: idleSince } }: { guard: InstanceGuard }) {
  return (
    <GuardRuleSection
      title="闲置关机"
      meaning="GPU 使用率一直很低时关机。终端里的操作算作使用；缺少监控数据时不会关机；无卡运行不适用。"
      field="idle_on"
    >
      <div className={styles.line}>
        <span>使用率低于</span>
        <Form.Item name={['idle', 'percent']}>
          <InputNumber
            className={styles.number}
            min={limits.idlePercentMin}
            max={limits.idlePercentMax}
            suffix="%"
            aria-label="使用率阈值（%）"
          />
        </Form.Item>
        <span>连续</span>
        <Form.Item name={['idle', 'minutes']}>
          <InputNumber
            className={styles.number}
            min={limits.idleMinutesMin}
            max={limits.idleMinutesMax}
            aria-label="时长（分钟）"
          />
        </Form.Item>
        <span>分钟</span>
      </div>
      {idleSince && <p className={styles.note}>最近一次使用 {formatTime(idleSince)}</p>}
    </GuardRuleSection>
  )
}

const presets = [1, 2, 4, 8] as const

/** Rule: stop once at a given time. */
function TimerRuleSection() {
  const form = Form.useFormInstance<GuardFields>()
  const later = (hours: number) => {
    form.setFieldsValue({ stop_at: formatHoursFromNow(hours, getServerNow()) })
    form.setFields([{ name: 'stop_at', touched: true, errors: [] }])
  }
  return (
    <GuardRuleSection title="定时关机" meaning="到设定的时间关机，只执行一次。" field="stop_on">
      <div className={styles.line}>
        <Form.Item name="stop_at" className={styles.when}>
          <Input type="datetime-local" aria-label="关机时间（北京时间）" />
        </Form.Item>
        {presets.map((hours) => (
          <Button key={hours} onClick={() => later(hours)}>
            {hours} 小时后
          </Button>
        ))}
      </div>
    </GuardRuleSection>
  )
}

/** Form with the four rules; each shows its explanation above and its effect below. */
function GuardSettingsForm({ instance, guard }: { instance: InstanceDetail; guard: InstanceGuard }) {
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

/** Rules that may stop this instance automatically (product §4). */
export default function SettingsTab({ instance }: { instance: InstanceDetail }) {
  const { data, error, refetch } = useGuard(instance.id)
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="设置加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={6} />}
    >
      {(guard) => <GuardSettingsForm instance={instance} guard={guard} />}
    </AsyncView>
  )
}

import { Button, Checkbox, Form, Input, Radio, Segmented } from 'antd'
import { useState } from 'react'
import {
  type Certification,
  type CertificationKind,
  CompanyCertificationForm,
  certification,
  certificationKinds,
  UniversityCertificationForm,
  universityStandings,
} from '#contract/certification.ts'
import { consentTexts } from '#contract/consents.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { currentUser } from '#src/session/current-user.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { useStore } from '#src/ui/use-store.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import { CertificationSkeleton } from './CertificationSkeleton.tsx'
import styles from './OrganisationPanel.module.css'
import { OrganisationReview } from './OrganisationReview.tsx'
import { PictureInput } from './PictureInput.tsx'

interface FormValues {
  organisation: string
  number: string
  person?: string
  standing?: 'student' | 'staff'
  email?: string
  consent: true
  file: File
}

const kinds = Object.entries(certificationKinds).map(([value, label]) => ({ value: value as CertificationKind, label }))
const paperLabels: Record<CertificationKind, string> = { company: '营业执照', university: '学生证或工作证' }

const buildPictureRule = (paper: string) => ({
  validator: (_: unknown, file: File | undefined) => {
    if (!file) return Promise.reject(new Error(`请选择${paper}照片`))
    if (file.size > limits.pictureMaxBytes) {
      return Promise.reject(new Error(`图片不能超过 ${limits.pictureMaxBytes / 1_048_576} MB`))
    }
    return Promise.resolve()
  },
})

/** Certification form of a company or university, with a picture of its document and a separate consent. */
function OrganisationForm({ latest, onSent }: { latest: Certification | null; onSent: () => void }) {
  const [form] = Form.useForm<FormValues>()
  const [kind, setKind] = useState<CertificationKind>(latest?.kind ?? 'company')
  const company = kind === 'company'
  const rules = company ? CompanyCertificationForm.shape : UniversityCertificationForm.shape

  const done = { answers: [certification.get], onDone: onSent } as const
  const submitCompany = useAction(certification.submit_company, done)
  const submitUniversity = useAction(certification.submit_university, done)
  const { submit, sending, failure, show, forget } = useFormSubmit(form, async ({ file, ...body }: FormValues) => {
    if (company) await submitCompany.send({ body: { ...body, person: body.person ?? '' } }, { file })
    else await submitUniversity.send({ body: { ...body, standing: body.standing ?? 'student' } }, { file })
  })

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      disabled={sending}
      initialValues={{ organisation: latest?.organisation, standing: latest?.standing ?? 'student' }}
      onFinish={submit}
      scrollToFirstError={{ focus: true }}
    >
      <div className={styles.kinds}>
        <Segmented<CertificationKind>
          block
          aria-label="认证类型"
          options={kinds}
          value={kind}
          onChange={(chosen) => {
            forget()
            show({})
            setKind(chosen)
          }}
        />
      </div>
      <div className={styles.fields}>
        {failure && (
          <FormFailure error={failure} fields={['organisation', 'number', 'person', 'standing', 'email', 'file', 'consent']} />
        )}
        <Form.Item
          name="organisation"
          label={company ? '企业名称' : '学校名称'}
          rules={[createZodRule(rules.organisation)]}
          validateTrigger={validateOnBlur}
        >
          <Input autoComplete="organization" placeholder={company ? '与营业执照一致' : '学校全称'} />
        </Form.Item>
        {!company && (
          <Form.Item name="standing" label="身份" rules={[createZodRule(UniversityCertificationForm.shape.standing)]}>
            <Radio.Group options={Object.entries(universityStandings).map(([value, label]) => ({ value, label }))} />
          </Form.Item>
        )}
        <Form.Item
          name="number"
          label={company ? '统一社会信用代码' : '学号或工号'}
          rules={[createZodRule(rules.number)]}
          validateTrigger={validateOnBlur}
          normalize={(typed: string) => (company ? typed.replace(/\s/g, '').toUpperCase() : typed.trim())}
        >
          <Input autoComplete="off" spellCheck={false} placeholder={company ? '18 位数字与大写字母' : '与证件一致'} />
        </Form.Item>
        {company ? (
          <Form.Item
            name="person"
            label="法定代表人"
            rules={[createZodRule(CompanyCertificationForm.shape.person)]}
            validateTrigger={validateOnBlur}
          >
            <Input autoComplete="off" placeholder="营业执照上的姓名" />
          </Form.Item>
        ) : (
          <Form.Item
            name="email"
            label="学校邮箱（选填）"
            rules={[createZodRule(UniversityCertificationForm.shape.email)]}
            validateTrigger={validateOnBlur}
          >
            <Input type="email" autoComplete="email" placeholder="name@univ.edu.cn" />
          </Form.Item>
        )}
        <Form.Item
          name="file"
          label={`${paperLabels[kind]}照片`}
          rules={[buildPictureRule(paperLabels[kind])]}
          extra="JPG、PNG 或 WebP，不超过 5 MB。加密保存，仅供审核，审核结束后删除"
        >
          <PictureInput label={paperLabels[kind]} />
        </Form.Item>
        <Form.Item name="consent" valuePropName="checked" rules={[createZodRule(rules.consent)]}>
          <Checkbox>{consentTexts[kind]}</Checkbox>
        </Form.Item>
      </div>
      <div className={styles.send}>
        <Button type="primary" htmlType="submit" loading={sending}>
          提交审核
        </Button>
      </div>
    </Form>
  )
}

const isFormNeeded = (latest: Certification | null) => latest === null || latest.status === 'withdrawn'

function OrganisationStatus({ latest }: { latest: Certification | null }) {
  const [again, setAgain] = useState(false)
  if (latest && !isFormNeeded(latest) && !again) return <OrganisationReview latest={latest} onAgain={() => setAgain(true)} />
  return <OrganisationForm latest={latest} onSent={() => setAgain(false)} />
}

/** Organisation behind the account: the form, or the state of its review. */
export function OrganisationPanel() {
  const main = useStore(currentUser)?.account_type === 'main'
  const { data, error, refetch } = useEndpoint(certification.get, {}, { enabled: main })
  if (!main) return null
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="企业与高校认证加载失败"
      onRetry={() => void refetch()}
      skeleton={<CertificationSkeleton />}
    >
      {(latest) => (
        <PagePanel title="企业与高校认证">
          {isFormNeeded(latest) && (
            <p className={styles.lead}>
              可选，用来证明账号由企业或高校使用，1 个工作日内完成审核。租用、价格和开票（含专票）不以它为条件。
            </p>
          )}
          <OrganisationStatus key={latest?.id ?? 'none'} latest={latest} />
        </PagePanel>
      )}
    </AsyncView>
  )
}

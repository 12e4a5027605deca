import { useWarnAboutChange } from '@refinedev/core'
import { Button, Form, Input } from 'antd'
import { useNavigate } from 'react-router-dom'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { type ImageReleaseDetail, imageReleases, ImageReleaseForm as Schema } from '#contract/image-releases.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { FormFooter } from '#src/admin/form/FormFooter.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { MarkdownEditor } from '#src/admin/markdown-editor/MarkdownEditor.tsx'
import { Suggestions } from '#src/admin/Suggestions.tsx'
import { useActions } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { createZodRule, validateOnBlur } from '#src/ui/zod-rule.ts'
import { ImagePriceField } from './ImagePriceField.tsx'
import { ImageSourceInput, usePublishableImages } from './ImageSourceInput.tsx'
import styles from './PublishImagePage.module.css'
import { buildReleaseFormValues, type ReleaseMode, type ReleaseValues } from './release-mode.ts'
import { TagsInput } from './TagsInput.tsx'

type ReleaseEndpoint = (typeof imageReleases)['create' | 'add_version' | 'submit']

/** Builds the API call that submits the form. */
function buildReleaseCall(mode: ReleaseMode, values: ReleaseValues): { endpoint: ReleaseEndpoint; sent: CallInput<Endpoint> } {
  const { private_image_id: privateImageId = '', name, summary, tags, version, licence, readme, price_hour: priceHour } = values
  const content = { licence, readme, price_hour: priceHour }
  switch (mode.kind) {
    case 'new':
      return {
        endpoint: imageReleases.create,
        sent: { body: { ...content, name, summary, tags, version, private_image_id: privateImageId } },
      }
    case 'version':
      return {
        endpoint: imageReleases.add_version,
        sent: { params: { id: mode.entry.id }, body: { ...content, version, private_image_id: privateImageId } },
      }
    case 'again':
      return {
        endpoint: imageReleases.submit,
        sent: {
          params: { version_id: mode.version.id },
          body: { ...content, ...(privateImageId && { private_image_id: privateImageId }) },
        },
      }
  }
}

const { shape } = Schema
const licences = ['Apache-2.0', 'MIT', 'BSD-3-Clause', 'GPL-3.0', 'CC BY 4.0', 'CC BY-NC 4.0', '仅限研究使用']

/** Form for all fields of a version, with an explanation of what submitting does. */
export function PublishImageForm({ mode, from }: { mode: ReleaseMode; from: string | undefined }) {
  const [form] = Form.useForm<ReleaseValues>()
  const navigate = useNavigate()
  const { setWarnWhen } = useWarnAboutChange()
  const again = mode.kind === 'again'
  const names = mode.kind === 'new' ? Object.keys(shape) : ['private_image_id', 'version', 'licence', 'readme', 'price_hour']

  const chosen = Form.useWatch('private_image_id', form)
  const vendor = usePublishableImages().data?.find(({ id }) => id === chosen)?.vendor ?? (again ? mode.version.vendor : undefined)

  const { send } = useActions({
    onDone: ({ data }) => {
      setWarnWhen(false)
      return navigate(paths.releaseImageEntry((data as ImageReleaseDetail).id), { replace: true })
    },
  })
  const { submit, sending, failure } = useFormSubmit(form, async (_: ReleaseValues) => {
    const values: ReleaseValues = form.getFieldsValue(true)
    const { endpoint, sent } = buildReleaseCall(mode, values)
    await send(endpoint, sent)
  })
  const back = mode.kind === 'new' ? paths.releaseImage : paths.releaseImageEntry(mode.entry.id)

  return (
    <Form
      form={form}
      name="release"
      layout="vertical"
      requiredMark={false}
      disabled={sending}
      initialValues={buildReleaseFormValues(mode, from)}
      scrollToFirstError={{ focus: true }}
      onValuesChange={() => setWarnWhen(true)}
      onFinish={submit}
    >
      {failure && <FormFailure error={failure} fields={names} />}
      <Form.Item
        name="private_image_id"
        label="私有镜像"
        extra="内容从它复制一份；发布之后可以删除私有镜像，不影响已发布的版本。"
        rules={again ? [] : [{ required: true, message: '请选择私有镜像' }]}
      >
        <ImageSourceInput kept={again} />
      </Form.Item>
      {mode.kind === 'new' && (
        <>
          <Form.Item
            name="name"
            label="名称"
            extra="发布之后不能再改。"
            rules={[createZodRule(shape.name)]}
            validateTrigger={validateOnBlur}
          >
            <Input autoComplete="off" placeholder="例如 LoRA 微调" />
          </Form.Item>
          <Form.Item name="summary" label="简介" rules={[createZodRule(shape.summary)]} validateTrigger={validateOnBlur}>
            <Input autoComplete="off" placeholder="一句话说明装了什么、适合做什么" />
          </Form.Item>
          <Form.Item name="tags" label="标签" extra={`最多 ${limits.entryTagsMax} 个。`} rules={[createZodRule(shape.tags)]}>
            <TagsInput />
          </Form.Item>
        </>
      )}
      <div className={styles.pair}>
        <Form.Item name="version" label="版本号" rules={[createZodRule(shape.version)]} validateTrigger={validateOnBlur}>
          <Input autoComplete="off" placeholder="例如 1.0" disabled={sending || again} />
        </Form.Item>
        <Form.Item name="licence" label="许可" rules={[createZodRule(shape.licence)]} validateTrigger={validateOnBlur}>
          <Suggestions
            placeholder="选择或填写"
            options={licences.map((value) => ({ value }))}
            filterOption={(typed, option) => (option?.value ?? '').toLowerCase().includes(typed.toLowerCase())}
          />
        </Form.Item>
      </div>
      <Form.Item name="readme" label="说明" rules={[createZodRule(shape.readme)]} validateTrigger={validateOnBlur}>
        <MarkdownEditor max={limits.readmeMax} placeholder="装了什么、怎样启动、端口是多少、已知的限制" />
      </Form.Item>
      <Form.Item name="price_hour" label="价格" rules={[createZodRule(shape.price_hour)]} validateTrigger={validateOnBlur}>
        <ImagePriceField vendor={vendor} />
      </Form.Item>
      <FormFooter note="提交后先复制一份内容，再由运营人员审核；通过即公开，内容和价格不再改变。提交和发布都不收费，随时可以下线，正在使用它的实例不受影响。">
        <Button type="primary" htmlType="submit" loading={sending}>
          {again ? '重新提交' : '提交审核'}
        </Button>
        <Button
          onClick={() => {
            setWarnWhen(false)
            void navigate(back)
          }}
        >
          取消
        </Button>
      </FormFooter>
    </Form>
  )
}

import { Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { datasets } from '#contract/community.ts'
import { limits } from '#contract/limits.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { createZodFormRule, validateOnBlur } from '#src/ui/zod-rule.ts'

interface DatasetTypeInputProps {
  id?: string
  value?: string
  onChange?: (value: string) => void
}

/** Input for the type of a data set. */
function DatasetTypeInput({ value, ...props }: DatasetTypeInputProps) {
  const { data, isLoading, isError } = useEndpoint(datasets.types, {}, { staleTime: 300_000 })
  return (
    <Select
      {...props}
      value={value ?? null}
      placeholder="选择类型"
      loading={isLoading}
      notFoundContent={isError ? '类型加载失败，请刷新页面' : undefined}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}

/** Fields that describe a data set (name, summary, type, tags), shared by the create and edit forms. */
export const DatasetFields = ({ schema }: { schema: z.ZodType }) => (
  <>
    <Form.Item name="name" label="名称" rules={[createZodFormRule(schema, 'name')]} validateTrigger={validateOnBlur}>
      <Input autoComplete="off" maxLength={limits.dataSetNameMax} showCount placeholder="例如 鸢尾花" />
    </Form.Item>
    <Form.Item name="summary" label="简介" rules={[createZodFormRule(schema, 'summary')]} validateTrigger={validateOnBlur}>
      <Input autoComplete="off" maxLength={limits.dataSetSummaryMax} showCount placeholder="一句话说明里面有什么" />
    </Form.Item>
    <Form.Item name="type_id" label="类型" rules={[createZodFormRule(schema, 'type_id')]}>
      <DatasetTypeInput />
    </Form.Item>
    <Form.Item
      name="tags"
      label="标签"
      extra={`最多 ${limits.dataSetTagsMax} 个，每个最多 ${limits.dataSetTagMax} 个字，输入后按回车`}
      rules={[createZodFormRule(schema, 'tags')]}
    >
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ']} placeholder="例如 分类、表格" />
    </Form.Item>
  </>
)

import { Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { limits } from '#contract/limits.ts'
import { zodFormRule } from '#src/ui/zod-rule.ts'
import { TypeInput } from './DatasetTypeInput.tsx'

const validateTrigger = ['onBlur', 'onSubmit']

/** What a data set is called and where it is found; the same when it is made and when it is changed. */
export const EntryFields = ({ schema }: { schema: z.ZodType }) => (
  <>
    <Form.Item name="name" label="名称" rules={[zodFormRule(schema, 'name')]} validateTrigger={validateTrigger}>
      <Input autoComplete="off" maxLength={limits.data_set_name_max} showCount placeholder="例如 鸢尾花" />
    </Form.Item>
    <Form.Item name="summary" label="简介" rules={[zodFormRule(schema, 'summary')]} validateTrigger={validateTrigger}>
      <Input autoComplete="off" maxLength={limits.data_set_summary_max} showCount placeholder="一句话说明里面有什么" />
    </Form.Item>
    <Form.Item name="type_id" label="类型" rules={[zodFormRule(schema, 'type_id')]}>
      <TypeInput />
    </Form.Item>
    <Form.Item
      name="tags"
      label="标签"
      extra={`最多 ${limits.data_set_tags_max} 个，每个最多 ${limits.data_set_tag_max} 个字，输入后按回车`}
      rules={[zodFormRule(schema, 'tags')]}
    >
      <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ']} placeholder="例如 分类、表格" />
    </Form.Item>
  </>
)

import { Form, Select } from 'antd'
import { limits } from '#contract/limits.ts'
import { type Project, projects } from '#contract/projects.ts'
import type { FieldInputProps } from '#src/admin/resource.ts'
import { useEndpoint } from '#src/admin/use-endpoint.ts'

interface Props extends FieldInputProps {
  /** Called with the project that was chosen. */
  onChoose?: (project: Project | undefined) => void
}

/** Selection of a project; empty for none. */
export function ProjectInput({ id, value, onChange, onChoose }: Props) {
  const { data = [], isLoading } = useEndpoint(projects.list, { query: { page_size: limits.projectsMax } })
  return (
    <Select
      {...(id && { id })}
      allowClear
      showSearch
      optionFilterProp="label"
      loading={isLoading}
      placeholder="不属于任何项目"
      value={(value as string | null) ?? undefined}
      onChange={(chosen: string | undefined) => {
        onChange?.(chosen ?? null)
        onChoose?.(data.find((project) => project.id === chosen))
      }}
      options={data.map((project) => ({ value: project.id, label: project.name }))}
      notFoundContent="还没有项目"
    />
  )
}

/** Selection of the project of a new member, which fills in the terms that are still empty as the project has them. */
export function NewMemberProjectInput(props: FieldInputProps) {
  const form = Form.useFormInstance()
  const fillTerms = (project: Project | undefined) => {
    if (!project) return
    const terms = {
      price_max: project.member_price_max,
      instances_max: project.member_instances_max,
      monthly: project.member_monthly,
    }
    const empty = Object.entries(terms).filter(([name]) => (form.getFieldValue(name) ?? '') === '')
    form.setFieldsValue(Object.fromEntries(empty))
  }
  return <ProjectInput {...props} onChoose={fillTerms} />
}

import { Button, Form, Input, Select } from 'antd'
import { directories, directoryKinds, type OwnDirectory } from '#contract/directories.ts'
import { limits } from '#contract/limits.ts'
import { FormFailure } from '#src/admin/form/FormFailure.tsx'
import { FormFooter } from '#src/admin/form/FormFooter.tsx'
import { useFormSubmit } from '#src/admin/form/use-form-submit.ts'
import { LinkButton } from '#src/admin/layout/LinkButton.tsx'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useAction } from '#src/admin/use-action.ts'
import { paths } from '#src/paths.ts'
import { CopyText } from '#src/ui/CopyText.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { TermList } from '#src/ui/TermList.tsx'
import styles from './DirectoryRulesPanel.module.css'

interface Rules {
  project_id: string | null
  rules: { group: string; project_id: string }[]
}

interface Props {
  directory: OwnDirectory
  projects: readonly { id: string; name: string }[]
}

/** One directory: its sign-in address, and the form that says which group belongs to which project. */
export function DirectoryRulesPanel({ directory, projects }: Props) {
  const { id, slug, name, kind, enabled, people, project_id: projectId, rules } = directory
  const [form] = Form.useForm<Rules>()
  const { send } = useAction(directories.update_rules)
  const { submit, sending, failure } = useFormSubmit(form, ({ project_id: fallback, rules: typed = [] }: Rules) =>
    send({ params: { id }, body: { project_id: fallback ?? null, rules: typed } }),
  )
  const options = projects.map((project) => ({ value: project.id, label: project.name }))

  return (
    <PagePanel title={name} form>
      <TermList
        className={styles.facts}
        terms={[
          { term: '登录地址', value: <CopyText text={new URL(paths.organisation(slug), location.origin).href} /> },
          { term: '类型', value: directoryKinds[kind] },
          { term: '状态', value: enabled ? '已启用' : '平台没有启用，暂时不能登录' },
          { term: '成员', value: `${people} 人` },
        ]}
      />
      {projects.length === 0 ? (
        <p className={styles.none}>
          先建一个项目，再设置哪个组进入哪个项目。<LinkButton to={paths.projects}>去新建项目</LinkButton>
        </p>
      ) : (
        <Form
          form={form}
          name={`directory-${id}`}
          layout="vertical"
          requiredMark={false}
          disabled={sending}
          initialValues={{ project_id: projectId, rules }}
          onFinish={submit}
        >
          {failure && <FormFailure error={failure} fields={['project_id', 'rules']} />}
          <Form.List name="rules">
            {(entries, { add, remove }) => (
              <fieldset className={styles.rules} aria-label="组与项目">
                {entries.map(({ key, name: nth }) => (
                  <div className={styles.rule} key={key}>
                    <Form.Item
                      name={[nth, 'group']}
                      label="组"
                      rules={[{ required: true, whitespace: true, message: '请输入组' }]}
                    >
                      <Input maxLength={256} placeholder={kind === 'ldap' ? '例如 vision，或完整的 DN' : '例如 vision'} />
                    </Form.Item>
                    <Form.Item name={[nth, 'project_id']} label="进入项目" rules={[{ required: true, message: '请选择项目' }]}>
                      <Select options={options} />
                    </Form.Item>
                    <Button
                      type="text"
                      icon={<Icon name="trash" />}
                      aria-label={`删除第 ${nth + 1} 条`}
                      onClick={() => remove(nth)}
                    />
                  </div>
                ))}
                {entries.length < limits.directoryRulesMax && (
                  <Button icon={<Icon name="plus" />} onClick={() => add({ group: '', project_id: options[0]?.value })}>
                    添加一条
                  </Button>
                )}
              </fieldset>
            )}
          </Form.List>
          <Form.Item name="project_id" label="其他人" extra="不在上面任何一个组里的人进入的项目；不选时他们不能登录。">
            <Select allowClear options={options} placeholder="不能登录" />
          </Form.Item>
          <FormFooter note="从上到下比较，第一条符合的生效。改动在每个人下次登录时生效；不再属于任何项目的人，账号停用、实例关机，数据都在。">
            <Button type="primary" htmlType="submit" loading={sending}>
              保存
            </Button>
          </FormFooter>
        </Form>
      )}
    </PagePanel>
  )
}

import type { z } from 'zod'

/** The part of an antd form rule that is used; structural, so that kit needs no antd. */
interface FieldRule {
  validator: (rule: unknown, value: unknown) => Promise<void>
}
interface FormReader {
  getFieldsValue: (all: true) => unknown
}

const rejectIssue = (issue: z.core.$ZodIssue | undefined): Promise<void> =>
  issue ? Promise.reject(new Error(issue.message)) : Promise.resolve()

/** A form rule from the schema of one field, with the schema's own message. */
export const createZodRule = (schema: z.ZodType): FieldRule => ({
  validator: (_, value) => rejectIssue(schema.safeParse(value).error?.issues[0]),
})

/**
 * A form rule for one field from the schema of the whole body: what the schema says about `name` given everything else
 * that is filled in, so unions and rules across fields hold too; and about what lies within it, which has no place of its own.
 */
export const createZodFormRule =
  (schema: z.ZodType, name: string) =>
  (form: FormReader): FieldRule => ({
    validator: () =>
      rejectIssue(
        schema
          .safeParse(form.getFieldsValue(true))
          .error?.issues.find(({ path }) => path.join('.') === name || path.join('.').startsWith(`${name}.`)),
      ),
  })

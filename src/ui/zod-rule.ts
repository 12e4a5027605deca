import type { z } from 'zod'

/** The used subset of an antd form rule; structural, so that `src/ui` does not depend on antd. */
interface FieldRule {
  validator: (rule: unknown, value: unknown) => Promise<void>
}
interface FormReader {
  getFieldsValue: (all: true) => unknown
}

const rejectIssue = (issue: z.core.$ZodIssue | undefined): Promise<void> =>
  issue ? Promise.reject(new Error(issue.message)) : Promise.resolve()

/** When a field says its error: as it is left, and on submit. */
export const validateOnBlur = ['onBlur', 'onSubmit']

/** Creates a form rule from a field's schema, with the schema's message. */
export const createZodRule = (schema: z.ZodType): FieldRule => ({
  validator: (_, value) => rejectIssue(schema.safeParse(value).error?.issues[0]),
})

/**
 * Creates a form rule for one field from the schema of the whole body: evaluates `name` together with all other values, so that
 * unions and cross-field rules apply. Includes errors inside the field's value, which have no field of their own.
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

import { type CodeName, codes } from '#contract/codes.ts'

interface RefusalDetails {
  /** Instead of the code's own message. */
  message?: string
  /** Messages by field path, shown at the field they belong to. */
  errors?: Record<string, string[]>
  /** Seconds. */
  retry_after?: number
}

/** A call that cannot be carried out, with its code of the wire. The only error a rule throws on purpose. */
export class Refusal extends Error {
  readonly name_of_code: CodeName
  readonly details: RefusalDetails

  constructor(name_of_code: CodeName, details: RefusalDetails = {}) {
    super(details.message ?? codes[name_of_code].message)
    this.name_of_code = name_of_code
    this.details = details
  }

  get code(): string {
    return codes[this.name_of_code].code
  }
  get http_status(): number {
    return codes[this.name_of_code].http
  }
}

/** Refuses at one field. */
export const refuseField = (name: CodeName, field: string, message: string = codes[name].message): Refusal =>
  new Refusal(name, { message, errors: { [field]: [message] } })

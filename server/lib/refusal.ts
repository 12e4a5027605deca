import { type ResultCodeName, resultCodes } from '#contract/codes.ts'

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
  readonly name_of_code: ResultCodeName
  readonly details: RefusalDetails

  constructor(nameOfCode: ResultCodeName, details: RefusalDetails = {}) {
    super(details.message ?? resultCodes[nameOfCode].message)
    this.name_of_code = nameOfCode
    this.details = details
  }

  get code(): string {
    return resultCodes[this.name_of_code].code
  }
  get http_status(): number {
    return resultCodes[this.name_of_code].http
  }
}

/** Refuses at one field. */
export const createFieldRefusal = (name: ResultCodeName, field: string, message: string = resultCodes[name].message): Refusal =>
  new Refusal(name, { message, errors: { [field]: [message] } })

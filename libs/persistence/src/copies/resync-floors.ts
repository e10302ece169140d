import { type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';

interface ResyncFloor {
  /** The collection of copies; with the account, if the resync was of one account. */
  _id: string;
  generation: number;
}

/**
 * The lowest valid generation: a resync of that generation published every record. A late event from before a restore has a
 * lower one and may be about a record that the restored service does not have.
 */
export class ResyncFloors {
  private readonly model: Model<ResyncFloor>;

  constructor(
    connection: Connection,
    private readonly collection: string,
  ) {
    const known = connection.models.ResyncFloor as Model<ResyncFloor> | undefined;
    const schema = new Schema<ResyncFloor>(
      { _id: String, generation: Number },
      { collection: 'resync_floors', versionKey: false },
    );
    this.model = known ?? connection.model<ResyncFloor>('ResyncFloor', schema);
  }

  /** @param userId the account whose records were published; undefined for all. */
  async raise(userId: number | undefined, generation: number): Promise<void> {
    const update = () => this.model.updateOne({ _id: this.nameOf(userId) }, { $max: { generation } }, { upsert: true });
    try {
      await update();
    } catch (error) {
      // Another process made it at the same time.
      if (!isDuplicateKey(error)) throw error;
      await update();
    }
  }

  /** The lowest valid generation of an account; 0 when no resync has ended. */
  async read(userId: number): Promise<number> {
    const floors = await this.model.find({ _id: { $in: [this.nameOf(undefined), this.nameOf(userId)] } }).lean();
    return Math.max(0, ...floors.map(({ generation }) => generation));
  }

  private nameOf(userId: number | undefined): string {
    return userId === undefined ? this.collection : `${this.collection}/${userId}`;
  }
}

import { type Connection, type Model, Schema } from 'mongoose';
import { isDuplicateKey } from '../duplicate-key';

interface ResyncFloor {
  /** The collection of copies, and the account where the resync was of one alone. */
  _id: string;
  generation: number;
}

/**
 * Below which generation nothing holds any more, because a resync of that generation told all that there is: an event
 * from before a restore that arrives late tells of a record that the restored service may not have.
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

  /** @param userId the account whose records were told; undefined: all. */
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

  /** The generation below which nothing of an account holds; 0 when no resync has ended. */
  async read(userId: number): Promise<number> {
    const floors = await this.model.find({ _id: { $in: [this.nameOf(undefined), this.nameOf(userId)] } }).lean();
    return Math.max(0, ...floors.map(({ generation }) => generation));
  }

  private nameOf(userId: number | undefined): string {
    return userId === undefined ? this.collection : `${this.collection}/${userId}`;
  }
}

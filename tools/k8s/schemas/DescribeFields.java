import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/**
 * Prints a JSON Schema of the fields of classes that Jackson reads: DescribeFields CLASS [CLASS …]
 * The schema contains names, types and enumerations, but does not state which fields are required.
 */
public class DescribeFields {
    static final ObjectMapper json = new ObjectMapper();
    static final ObjectNode definitions = json.createObjectNode();
    /** Classes of Kubernetes that are written as a number or a text. */
    static final Set<String> SCALARS = Set.of("Quantity", "IntOrString", "MicroTime", "Duration", "AnyType");

    public static void main(String[] names) throws Exception {
        ObjectNode root = json.createObjectNode();
        ObjectNode kinds = root.putObject("kinds");
        for (String name : names) {
            Class<?> type = Class.forName(name);
            kinds.set(type.getSimpleName(), schemaOf(json.constructType(type)));
        }
        root.set("$defs", definitions);
        System.out.println(json.writerWithDefaultPrettyPrinter().writeValueAsString(root));
    }

    static ObjectNode schemaOf(JavaType type) {
        ObjectNode schema = json.createObjectNode();
        Class<?> raw = type.getRawClass();
        if (raw == String.class) return schema.put("type", "string");
        if (raw == boolean.class || raw == Boolean.class) return schema.put("type", "boolean");
        if (raw == double.class || raw == Double.class || raw == float.class) return schema.put("type", "number");
        if (raw.isPrimitive() || Number.class.isAssignableFrom(raw)) return schema.put("type", "integer");
        if (raw.isEnum()) {
            for (Object value : raw.getEnumConstants()) schema.withArray("/enum").add(json.convertValue(value, String.class));
            return schema;
        }
        if (type.isCollectionLikeType() || type.isArrayType()) {
            schema.put("type", "array").set("items", schemaOf(type.getContentType()));
            return schema;
        }
        if (type.isMapLikeType()) {
            schema.put("type", "object").set("additionalProperties", schemaOf(type.getContentType()));
            return schema;
        }
        if (raw == Object.class || SCALARS.contains(raw.getSimpleName())) return schema;
        define(type);
        return schema.put("$ref", "#/$defs/" + raw.getName());
    }

    static void define(JavaType type) {
        Class<?> raw = type.getRawClass();
        if (definitions.has(raw.getName())) return;
        ObjectNode definition = definitions.putObject(raw.getName()).put("type", "object").put("additionalProperties", false);
        ObjectNode properties = definition.putObject("properties");
        addProperties(properties, type);
        JsonSubTypes subtypes = raw.getAnnotation(JsonSubTypes.class);
        if (subtypes == null) return;
        for (JsonSubTypes.Type subtype : subtypes.value()) addProperties(properties, json.constructType(subtype.value()));
        JsonTypeInfo info = raw.getAnnotation(JsonTypeInfo.class);
        ObjectNode kind = properties.putObject(info.property().isEmpty() ? "type" : info.property());
        for (JsonSubTypes.Type subtype : subtypes.value()) kind.withArray("/enum").add(subtype.name());
    }

    static void addProperties(ObjectNode properties, JavaType type) {
        for (BeanPropertyDefinition property : json.getSerializationConfig().introspect(type).findProperties()) {
            if (property.getName().equals("additionalProperties")) continue;
            properties.set(property.getName(), schemaOf(property.getPrimaryType()));
        }
    }
}
